/** Runs in the browser: what WebGL needs to be told before it draws. */
export type Gl = WebGL2RenderingContext

export type Frame = ReturnType<typeof makeFrame>

// Numbers of a corner as place-mesh.ts writes them.
const CORNER_PARTS = [3, 3, 4, 2, 1, 3]

export function openCanvas(width: number, height: number): Gl {
  const gl = new OffscreenCanvas(width, height).getContext('webgl2')
  if (!gl?.getExtension('EXT_color_buffer_float'))
    throw new Error('this browser has no float frames')
  return gl
}

export function makeMeshArrays(gl: Gl, points: Float32Array, indices: Uint32Array) {
  const corners = gl.createVertexArray()
  gl.bindVertexArray(corners)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW)
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW)
  const stride = 4 * CORNER_PARTS.reduce((sum, size) => sum + size, 0)
  let offset = 0
  for (const [index, size] of CORNER_PARTS.entries()) {
    gl.enableVertexAttribArray(index)
    gl.vertexAttribPointer(index, size, gl.FLOAT, false, stride, offset)
    offset += size * 4
  }
  return corners
}

/** Something to draw into and to read from at any coarseness. */
export function makeFrame(gl: Gl, width: number, height: number) {
  const texture = makeTexture(gl, [width, height], null, gl.RGBA16F)
  gl.generateMipmap(gl.TEXTURE_2D)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
  const buffer = gl.createFramebuffer()
  const depth = gl.createRenderbuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, buffer)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  gl.bindRenderbuffer(gl.RENDERBUFFER, depth)
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, width, height)
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth)
  return { texture, buffer, width, height }
}

export function makeTexture(
  gl: Gl,
  [width, height]: readonly [number, number],
  points: Float32Array | null,
  format: number,
): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, format, width, height, 0, gl.RGBA, gl.FLOAT, points)
  const filter = format === gl.RGBA32F ? gl.NEAREST : gl.LINEAR
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}

/** Throws with the compiler's own words. */
export function makeProgram(gl: Gl, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) throw new Error('the browser made no shader')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
      throw new Error(gl.getShaderInfoLog(shader) ?? 'a shader does not compile')
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(program) ?? 'a program does not link')
  return program
}

export interface Inputs {
  values?: Record<string, number | readonly number[]>
  textures?: Record<string, WebGLTexture>
}

/** Makes a program the current one and gives it what it reads; names it does not know are passed over. */
export function setProgram(gl: Gl, program: WebGLProgram, { values = {}, textures = {} }: Inputs) {
  gl['useProgram'](program) // by its key: the linter takes the plain call for a React hook
  for (const [name, value] of Object.entries(values)) {
    const place = gl.getUniformLocation(program, name)
    const parts = typeof value === 'number' ? [value] : value
    if (parts.length === 16) gl.uniformMatrix4fv(place, false, parts)
    else if (parts.length === 3) gl.uniform3fv(place, parts)
    else if (parts.length === 2) gl.uniform2fv(place, parts)
    else gl.uniform1fv(place, parts)
  }
  for (const [unit, [name, texture]] of Object.entries(textures).entries()) {
    gl.activeTexture(gl.TEXTURE0 + unit)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.uniform1i(gl.getUniformLocation(program, name), unit)
  }
  gl.activeTexture(gl.TEXTURE7) // what is bound later must not push one of these out
}

/** Aims the next drawing at a frame, or at the canvas. */
export function setTarget(gl: Gl, target: Frame | null, width: number, height: number): void {
  gl.bindFramebuffer(gl.FRAMEBUFFER, target?.buffer ?? null)
  gl.viewport(0, 0, width, height)
}

/** Averages of a frame that has just been drawn. */
export function fillCoarser(gl: Gl, { texture }: Frame): void {
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.generateMipmap(gl.TEXTURE_2D)
}
