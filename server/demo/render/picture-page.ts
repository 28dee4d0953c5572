/** Runs in the browser: draws every frame of a place and hands its points back to the render. */
import { GLARE_FRAGMENT_SHADER, PICTURE_FRAGMENT_SHADER, WHOLE_VERTEX_SHADER } from './picture-shader.ts'
import {
  DEPTH_FRAGMENT_SHADER,
  SKY_FRAGMENT_SHADER,
  SURFACE_VERTEX_SHADER,
  surfaceShader,
} from './surface-shader.ts'
import type { Group } from './place-mesh.ts'
import type { Shots } from './shot-list.ts'

type Gl = WebGL2RenderingContext

const CORNER_PARTS = [3, 3, 4, 2, 1, 3]
const OVERSIZE = 1.5 // points a side of the large frame for one of the picture

draw().catch((error: unknown) => fetch('/failed', { method: 'POST', body: String(error) }))

async function draw(): Promise<void> {
  // The render's own server answers with what shot-list.ts builds.
  const shots = (await (await fetch('/shots')).json()) as Shots
  const { width, height } = shots
  const canvas = new OffscreenCanvas(width, height)
  const gl = openCanvas(canvas)
  const depth = makeProgram(gl, SURFACE_VERTEX_SHADER, DEPTH_FRAGMENT_SHADER)
  const sky = makeProgram(gl, WHOLE_VERTEX_SHADER, SKY_FRAGMENT_SHADER)
  const glare = makeProgram(gl, WHOLE_VERTEX_SHADER, GLARE_FRAGMENT_SHADER)
  const picture = makeProgram(gl, WHOLE_VERTEX_SHADER, PICTURE_FRAGMENT_SHADER)
  const mesh = await loadMesh(gl)
  const blank = gl.createVertexArray()
  const light = makeTexture(gl, shots.atlasWidth, shots.atlasHeight, await load('/light'), gl.RGBA16F)
  const looks = makeTexture(gl, 4, shots.materials.length / 16, new Float32Array(shots.materials), gl.RGBA32F)
  const large = makeFrame(gl, width * OVERSIZE, height * OVERSIZE)
  const mirror = makeFrame(gl, width / 2, height / 2)
  const spill = makeFrame(gl, width / 4, height / 4)

  const programs = new Map<string, WebGLProgram>()
  const surfaceProgram = (pattern: number, isMirrored: boolean) => {
    const key = `${pattern} ${isMirrored}`
    const found = programs.get(key)
    if (found) return found
    const made = makeProgram(gl, SURFACE_VERTEX_SHADER, surfaceShader(pattern, isMirrored))
    programs.set(key, made)
    return made
  }

  function paint(target: Frame, shot: Shots['frames'][number], isMirrored: boolean): void {
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.buffer)
    gl.viewport(0, 0, target.width, target.height)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    const use = (program: WebGLProgram) => {
      gl.useProgram(program)
      setUniforms(gl, program, { ...shots.sky, eye: shot.eye, seconds: [shot.seconds] })
      gl.uniform1i(gl.getUniformLocation(program, 'isMirrored'), isMirrored ? 1 : 0)
      gl.uniformMatrix4fv(gl.getUniformLocation(program, 'unview'), false, shot.unview)
      gl.uniformMatrix4fv(gl.getUniformLocation(program, 'view'), false, shot.view)
      gl.uniform2f(gl.getUniformLocation(program, 'frameSize'), target.width, target.height)
      bind(gl, program, { lightMap: light, looks, mirrored: isMirrored ? looks : mirror.texture })
    }
    const drawGroup = ({ first, count }: Group) =>
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, first * 4)
    gl.disable(gl.DEPTH_TEST)
    gl.bindVertexArray(blank)
    use(sky)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    gl.enable(gl.DEPTH_TEST)
    gl.depthFunc(gl.LEQUAL)
    gl.bindVertexArray(mesh.corners)
    if (!isMirrored) {
      use(depth)
      gl.colorMask(false, false, false, false)
      for (const group of shots.groups) if (!group.isGlass) drawGroup(group)
      gl.colorMask(true, true, true, true)
    }
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
    for (const group of shots.groups) {
      use(surfaceProgram(group.pattern, isMirrored))
      if (group.isGlass) gl.enable(gl.BLEND)
      gl.depthMask(!group.isGlass)
      drawGroup(group)
    }
    gl.depthMask(true)
    gl.disable(gl.BLEND)
    gl.bindTexture(gl.TEXTURE_2D, target.texture)
    gl.generateMipmap(gl.TEXTURE_2D)
  }

  const pixels = new Uint8Array(width * height * 4)
  for (const shot of shots.frames) {
    if (shots.hasMirror) paint(mirror, shot, true)
    paint(large, shot, false)
    gl.disable(gl.DEPTH_TEST)
    gl.bindVertexArray(blank)
    gl.bindFramebuffer(gl.FRAMEBUFFER, spill.buffer)
    gl.viewport(0, 0, spill.width, spill.height)
    gl.useProgram(glare)
    bind(gl, glare, { frame: large.texture })
    setUniforms(gl, glare, { exposure: [shots.exposure] })
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    gl.bindTexture(gl.TEXTURE_2D, spill.texture)
    gl.generateMipmap(gl.TEXTURE_2D)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.viewport(0, 0, width, height)
    gl.useProgram(picture)
    bind(gl, picture, { frame: large.texture, spill: spill.texture })
    setUniforms(gl, picture, { glare: [0.06] })
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    const answer = await fetch('/frame', { method: 'POST', body: pixels })
    if (!answer.ok) throw new Error(`a frame was refused with ${answer.status}`)
  }
  await fetch('/done', { method: 'POST' })
}

function openCanvas(canvas: OffscreenCanvas): Gl {
  const gl = canvas.getContext('webgl2')
  if (!gl?.getExtension('EXT_color_buffer_float')) throw new Error('this browser has no float frames')
  return gl
}

async function load(path: string): Promise<Float32Array> {
  return new Float32Array(await (await fetch(path)).arrayBuffer())
}

async function loadMesh(gl: Gl) {
  const indices = new Uint32Array(await (await fetch('/indices')).arrayBuffer())
  const corners = gl.createVertexArray()
  gl.bindVertexArray(corners)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, await load('/corners'), gl.STATIC_DRAW)
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW)
  const stride = 4 * CORNER_PARTS.reduce((sum, size) => sum + size, 0)
  let offset = 0
  for (const [index, size] of CORNER_PARTS.entries()) {
    gl.enableVertexAttribArray(index)
    gl.vertexAttribPointer(index, size, gl.FLOAT, false, stride, offset)
    offset += size * 4
  }
  return { corners, indexCount: indices.length }
}

type Frame = ReturnType<typeof makeFrame>

function makeFrame(gl: Gl, width: number, height: number) {
  const texture = makeTexture(gl, width, height, null, gl.RGBA16F)
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

function makeTexture(
  gl: Gl,
  width: number,
  height: number,
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

function makeProgram(gl: Gl, vertex: string, fragment: string): WebGLProgram {
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

function setUniforms(gl: Gl, program: WebGLProgram, values: Record<string, number | readonly number[]>) {
  for (const [name, value] of Object.entries(values)) {
    const place = gl.getUniformLocation(program, name)
    const parts = typeof value === 'number' ? [value] : value
    if (parts.length === 3) gl.uniform3fv(place, parts)
    else gl.uniform1fv(place, parts)
  }
}

function bind(gl: Gl, program: WebGLProgram, textures: Record<string, WebGLTexture>): void {
  for (const [unit, [name, texture]] of Object.entries(textures).entries()) {
    gl.activeTexture(gl.TEXTURE0 + unit)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.uniform1i(gl.getUniformLocation(program, name), unit)
  }
  gl.activeTexture(gl.TEXTURE0 + 7)
}
