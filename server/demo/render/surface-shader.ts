import { PATTERN_SHADER } from './pattern-shader.ts'

const SKY_SHADER = `
uniform vec3 skyTop, skyHorizon, skyGround;
uniform float skyClouds, skyShown;
vec3 skyColor(vec3 way) {
  float rise = max(way.y, 0.0);
  vec3 c = mix(skyHorizon, skyTop, sqrt(rise));
  vec2 p = way.xz / (rise + 0.12);
  float cover = smoothstep(0.42, 0.75, cloudy(p * 0.9 + 4.0)) * smoothstep(0.0, 0.15, rise);
  c = mix(c, skyHorizon * 1.25 + 0.08, cover * skyClouds);
  return mix(c, skyGround, smoothstep(0.0, -0.02, way.y)) * skyShown;
}
`

/** Turns what spins, projects, and hands on what the fragment needs. */
export const SURFACE_VERTEX_SHADER = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 face;
layout(location = 3) in vec2 lightPlace;
layout(location = 4) in float material;
layout(location = 5) in vec3 spin;
uniform mat4 view;
uniform float seconds;
uniform float upright;
out vec3 world, facing;
out vec4 onFace;
out vec2 onMap;
uniform sampler2D looks;
flat out vec4 m0, m1, m2, m3;
void main() {
  float angle = spin.z * seconds * 6.2831853, c = cos(angle), s = sin(angle);
  vec2 flat2 = mat2(c, s, -s, c) * (position.xz - spin.xy) + spin.xy;
  world = vec3(flat2.x, position.y, flat2.y);
  facing = normal;
  onFace = face;
  onMap = lightPlace;
  int look = int(material + 0.5);
  m0 = texelFetch(looks, ivec2(0, look), 0);
  m1 = texelFetch(looks, ivec2(1, look), 0);
  m2 = texelFetch(looks, ivec2(2, look), 0);
  m3 = texelFetch(looks, ivec2(3, look), 0);
  vec3 seen = world * vec3(1, upright, 1);
  gl_Position = view * vec4(seen, 1.0);
}
`

/** Depth alone, so that the next pass draws only what is seen. */
export const DEPTH_FRAGMENT_SHADER = `#version 300 es
precision highp float;
out vec4 color;
void main() { color = vec4(0); }
`

export const SKY_FRAGMENT_SHADER = `#version 300 es
precision highp float;
uniform mat4 unview;
uniform vec3 eye;
uniform float upright;
in vec2 at;
out vec4 color;
${PATTERN_SHADER}
${SKY_SHADER}
void main() {
  vec4 far = unview * vec4(at * 2.0 - 1.0, 1.0, 1.0);
  vec3 way = normalize(far.xyz / far.w - eye);
  color = vec4(skyColor(way * vec3(1, upright, 1)), 1.0);
}
`

/**
 * Pattern times the light of the map, with what a smooth surface mirrors; one shader a pattern, as a software
 * renderer walks through every branch. Only below a mirroring floor are points thrown away: elsewhere it would cost
 * the early depth test.
 */
export function surfaceShader(pattern: number, isMirrored: boolean): string {
  const guard = isMirrored ? 'if (world.y < 0.004) discard;' : ''
  return `#version 300 es
precision highp float;
uniform sampler2D lightMap, mirrored;
uniform vec3 eye;
uniform vec2 frameSize;
uniform float seconds;
in vec3 world, facing;
in vec4 onFace;
in vec2 onMap;
flat in vec4 m0, m1, m2, m3;
out vec4 color;
${PATTERN_SHADER}
${SKY_SHADER}
void main() {
  ${guard}
  vec3 a = m0.rgb, b = m1.rgb, c = a;
  vec2 p = onFace.xy, h = onFace.zw;
  float s = m1.w, gloss = m2.x;
  const int kind = ${pattern};
  vec3 n = normalize(facing), way = normalize(world - eye);
  if (kind == 1) c = planks(p, a, b, s);
  else if (kind == 2) c = grain(p, h, a, b);
  else if (kind == 3) c = tiles(p, a, b, s);
  else if (kind == 4) c = marble(p, a, b, s);
  else if (kind == 5) c = brick(p, a, b, s);
  else if (kind == 6) c = mix(a, b, cloudy(p * 9.0)) * (0.84 + 0.32 * noise(p * 130.0));
  else if (kind == 7) c = rug(p, h, a, b, s);
  else if (kind == 8) c = mix(a, b, 0.5 + 0.5 * sin(p.x * 6.2831853 / s));
  else if (kind == 9) c = art(p / h, a, b, s);
  else if (kind == 10) c = facade(p, a, b, s);
  else if (kind == 11) c = mix(a, b, cloudy(p * 14.0)) * (0.9 + 0.25 * line(abs(p.y), 0.012));
  else if (kind == 12) c = mix(a, b, 0.6 * cloudy(world.xz * 1.3) + 0.4 * noise(world.xz * 60.0));
  else if (kind == 13) {
    float far = length(world.xz - eye.xz);
    float wave = cloudy(vec2(world.x * 0.05, world.z * 0.2) + vec2(seconds * 0.12, seconds * 0.2));
    c = mix(a, b, smoothstep(0.25, 0.75, wave)) + 0.25 * smoothstep(30.0, 900.0, far) * skyHorizon;
  }
  else if (kind == 14) c = mix(a, b, cloudy(p * 1.1)) * (0.97 + 0.06 * cloudy(p * 12.0));
  else if (kind == 15) c = mix(a, b, smoothstep(0.46, 0.54, abs(fract(p.x / s) - 0.5) * 2.0));
  else if (kind == 16) c = screen(p / h, a, b, s);
  else if (kind == 17) {
    vec2 t = abs(fract(p / s) - 0.5);
    float rim = min(h.x - abs(p.x), h.y - abs(p.y));
    c = mix(a, b, smoothstep(0.37, 0.35, max(t.x, t.y) * 0.6 + (t.x + t.y) * 0.4) * step(0.04, rim));
  }
  else if (kind == 18) c = a * (0.7 + 0.3 * sin(p.y * 6.2831853 / s)) ;
  else if (kind == 19) {
    vec2 t = step(0.5, fract(p / s));
    c = mix(a, b, 0.5 * (t.x + t.y)) * (0.92 + 0.16 * noise(p * 90.0));
  }
  else if (kind == 20) c = paving(p, a, b, s);
  else if (kind == 21) c = printed(p, a, b, s) * (0.92 + 0.16 * noise(p * 120.0));
  else if (kind == 22) {
    vec2 t = floor(p / s);
    c = mod(t.x + t.y, 2.0) < 1.0 ? a : b;
    c *= (1.0 - 0.4 * line(edge(fract(p / s), vec2(s)), 0.005)) * (0.92 + 0.16 * cloudy(p * 6.0));
  }
  else if (kind == 23) {
    c = a * (0.92 + 0.16 * cloudy(p * 7.0));
    c = mix(c, b, line(abs(p.x), 0.035) * 0.7);
    if (abs(p.x - h.x * 0.5) < h.x * 0.25 && abs(p.y + h.y * 0.4) < h.y * 0.2) c = vec3(0.8);
  }
  else if (kind == 24) {
    vec2 q = p / vec2(s, s * 0.9), cell = abs(fract(q) - 0.5);
    float lit = step(0.66, hash(floor(q)));
    c = mix(a, mix(b, vec3(4.0, 2.3, 0.9), lit), step(max(cell.x, cell.y), 0.24));
  }
  vec3 light = texture(lightMap, onMap).rgb * m2.z;
  vec3 shade = c * light;
  vec3 bounce = reflect(way, n);
  float grazing = pow(1.0 - clamp(abs(dot(n, way)), 0.0, 1.0), 5.0);
  if (${isMirrored ? 'false' : 'm3.x > 0.0 && n.y > 0.9'}) {
    vec2 at = gl_FragCoord.xy / frameSize + 0.012 * (vec2(noise(p * 5.0), noise(p * 5.0 + 7.0)) - 0.5) * m3.x;
    vec3 seen = textureLod(mirrored, at, 1.2).rgb * 0.6 + textureLod(mirrored, at, 3.0).rgb * 0.4;
    shade = mix(shade, seen, m3.x * (0.12 + 0.75 * grazing));
  } else {
    vec3 around = light * mix(0.35, 1.5, smoothstep(-0.4, 0.9, bounce.y));
    shade = mix(shade, around, gloss * (0.1 + 0.9 * grazing));
  }
  shade += c * m2.y;
  if (m2.z < 1.0) shade = mix(skyHorizon * skyShown, shade, exp(-length(world - eye) / 3200.0));
  float alpha = m2.w;
  if (alpha < 1.0) { shade = skyHorizon * skyShown * 0.6 * grazing + c * light * 0.6; alpha = min(1.0, alpha + grazing * 0.5); }
  color = vec4(shade, alpha);
}
`
}
