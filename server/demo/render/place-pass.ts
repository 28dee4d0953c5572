import {
  type Frame,
  fillCoarser,
  type Gl,
  makeMeshArrays,
  makeProgram,
  makeTexture,
  setProgram,
  setTarget,
} from './gl-resources.ts'
import { WHOLE_VERTEX_SHADER } from './picture-shader.ts'
import type { Group } from './place-mesh.ts'
import type { Shots } from './shot-list.ts'
import {
  DEPTH_FRAGMENT_SHADER,
  SKY_FRAGMENT_SHADER,
  SURFACE_VERTEX_SHADER,
  surfaceShader,
} from './surface-shader.ts'

export interface Tables {
  corners: Float32Array
  indices: Uint32Array
  light: Float32Array
}

/** Draws one shot of the place into a frame; `mirror` is what the floor shows, null while that itself is drawn. */
export type PlacePass = (target: Frame, shot: Shots['frames'][number], mirror: Frame | null) => void

export function makePlacePass(gl: Gl, shots: Shots, tables: Tables): PlacePass {
  const arrays = makeMeshArrays(gl, tables.corners, tables.indices)
  const blank = gl.createVertexArray()
  const lightMap = makeTexture(gl, [shots.atlasWidth, shots.atlasHeight], tables.light, gl.RGBA16F)
  const materials = new Float32Array(shots.materials)
  const looks = makeTexture(gl, [4, materials.length / 16], materials, gl.RGBA32F)
  const depth = makeProgram(gl, SURFACE_VERTEX_SHADER, DEPTH_FRAGMENT_SHADER)
  const sky = makeProgram(gl, WHOLE_VERTEX_SHADER, SKY_FRAGMENT_SHADER)
  const surfaces = new Map<string, WebGLProgram>()

  function surfaceOf({ pattern }: Group, isMirrored: boolean): WebGLProgram {
    const key = `${pattern} ${isMirrored}`
    const found = surfaces.get(key)
    if (found) return found
    const made = makeProgram(gl, SURFACE_VERTEX_SHADER, surfaceShader(pattern, isMirrored))
    surfaces.set(key, made)
    return made
  }

  return (target, shot, mirror) => {
    const isMirrored = mirror === null
    const inputs = {
      values: {
        ...shots.sky,
        ...shot,
        upright: isMirrored ? -1 : 1,
        frameSize: [target.width, target.height],
      },
      textures: { lightMap, looks, mirrored: mirror?.texture ?? looks },
    }
    const drawGroups = (isGlass: boolean, programOf: (group: Group) => WebGLProgram) => {
      gl.bindVertexArray(arrays)
      for (const group of shots.groups) {
        if (group.isGlass !== isGlass) continue
        setProgram(gl, programOf(group), inputs)
        gl.drawElements(gl.TRIANGLES, group.count, gl.UNSIGNED_INT, group.first * 4)
      }
    }
    setTarget(gl, target, target.width, target.height)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    gl.enable(gl.DEPTH_TEST)
    gl.depthFunc(gl.LEQUAL)
    if (!isMirrored) {
      gl.colorMask(false, false, false, false)
      drawGroups(false, () => depth)
      gl.colorMask(true, true, true, true)
    }
    drawGroups(false, (group) => surfaceOf(group, isMirrored))
    gl.bindVertexArray(blank)
    setProgram(gl, sky, inputs)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
    gl.depthMask(false)
    drawGroups(true, (group) => surfaceOf(group, isMirrored))
    gl.depthMask(true)
    gl.disable(gl.BLEND)
    gl.disable(gl.DEPTH_TEST)
    fillCoarser(gl, target)
  }
}
