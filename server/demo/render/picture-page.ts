/** Runs in the browser: draws every frame of a place and hands its points back to the render. */
import {
  type Frame,
  fillCoarser,
  makeFrame,
  makeProgram,
  openCanvas,
  setProgram,
  setTarget,
} from './gl-resources.ts'
import {
  GLARE_FRAGMENT_SHADER,
  PICTURE_FRAGMENT_SHADER,
  WHOLE_VERTEX_SHADER,
} from './picture-shader.ts'
import { makePlacePass } from './place-pass.ts'
import type { Shots } from './shot-list.ts'

const OVERSIZE = 1.5 // points a side of the large frame for one of the picture: smooth edges
const GLARE = 0.06 // as of a clean lens

draw().catch((error: unknown) => fetch('/failed', { method: 'POST', body: String(error) }))

async function draw(): Promise<void> {
  // The render's own server answers with what shot-list.ts builds.
  const shots = (await (await fetch('/shots')).json()) as Shots
  const { width, height } = shots
  const gl = openCanvas(width, height)
  const paintPlace = makePlacePass(gl, shots, {
    corners: new Float32Array(await loadTable('/corners')),
    indices: new Uint32Array(await loadTable('/indices')),
    light: new Float32Array(await loadTable('/light')),
  })
  const glare = makeProgram(gl, WHOLE_VERTEX_SHADER, GLARE_FRAGMENT_SHADER)
  const picture = makeProgram(gl, WHOLE_VERTEX_SHADER, PICTURE_FRAGMENT_SHADER)
  const blank = gl.createVertexArray()
  const large = makeFrame(gl, width * OVERSIZE, height * OVERSIZE)
  const mirror = makeFrame(gl, width / 2, height / 2)
  const spill = makeFrame(gl, width / 4, height / 4)

  function develop(program: WebGLProgram, target: Frame | null): void {
    setTarget(gl, target, target?.width ?? width, target?.height ?? height)
    gl.bindVertexArray(blank)
    setProgram(gl, program, {
      values: { exposure: shots.exposure, glare: GLARE },
      // A frame cannot be read while it is drawn.
      textures: { frame: large.texture, spill: (target ? large : spill).texture },
    })
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }

  const points = new Uint8Array(width * height * 4)
  for (const shot of shots.frames) {
    if (shots.hasMirror) paintPlace(mirror, shot, null)
    paintPlace(large, shot, mirror)
    develop(glare, spill)
    fillCoarser(gl, spill)
    develop(picture, null)
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, points)
    const answer = await fetch('/frame', { method: 'POST', body: points })
    if (!answer.ok) throw new Error(`a frame was refused with ${answer.status}`)
  }
  await fetch('/done', { method: 'POST' })
}

async function loadTable(path: string): Promise<ArrayBuffer> {
  return (await fetch(path)).arrayBuffer()
}
