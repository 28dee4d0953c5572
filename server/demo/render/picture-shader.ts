export const WHOLE_VERTEX_SHADER = `#version 300 es
out vec2 at;
void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
  gl_Position = vec4(at * 2.0 - 1.0, 1.0, 1.0);
}
`

/**
 * What lenses spill around bright places, and how far the iris opens: more in the dark, for the whole
 * and a little for each part, or a window would hide the room.
 */
export const GLARE_FRAGMENT_SHADER = `#version 300 es
precision highp float;
uniform sampler2D frame;
uniform float exposure;
in vec2 at;
out vec4 color;
vec3 soft(vec2 p, float level) {
  vec2 texel = exp2(level) / vec2(textureSize(frame, 0));
  vec3 sum = vec3(0);
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++)
    sum += min(textureLod(frame, p + vec2(x, y) * texel * 0.75, level).rgb, vec3(6.0 / exposure));
  return sum / 9.0;
}
float bright(vec3 c) { return dot(c, vec3(0.3, 0.6, 0.1)); }
void main() {
  vec3 wide = soft(at, 6.0);
  float whole = bright(textureLod(frame, vec2(0.5), 12.0).rgb), here = bright(wide);
  float open = exposure * pow(0.34 / (exposure * whole + 0.02), 0.7) * pow(whole / (here + 0.02 * whole), 0.22);
  color = vec4(soft(at, 3.0) * 0.4 + soft(at, 5.0) * 0.35 + wide * 0.25, open);
}
`

/** Four points of the large frame to one of the picture: glare, half of the light's colour taken out, film curve, a darker rim. */
export const PICTURE_FRAGMENT_SHADER = `#version 300 es
precision highp float;
uniform sampler2D frame, spill;
uniform float glare;
in vec2 at;
out vec4 color;
vec3 film(vec3 x) {
  return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}
void main() {
  vec2 texel = 0.4 / vec2(textureSize(frame, 0));
  vec4 bloom = texture(spill, at);
  vec2 rim = at - 0.5;
  float open = bloom.a * (1.0 - 0.35 * dot(rim, rim));
  vec3 tint = textureLod(frame, vec2(0.5), 12.0).rgb;
  tint = mix(vec3(1), tint / dot(tint, vec3(0.3, 0.6, 0.1)), 0.4);
  vec3 sum = vec3(0);
  for (int i = 0; i < 4; i++) {
    vec2 p = at + (vec2(i & 1, i >> 1) * 2.0 - 1.0) * texel;
    sum += pow(film(mix(textureLod(frame, p, 0.0).rgb, bloom.rgb, glare) / tint * open), vec3(1.0 / 2.2));
  }
  float grey = dot(sum, vec3(0.3, 0.59, 0.11));
  color = vec4(mix(vec3(grey), sum, 0.86) / 4.0, 1.0);
}
`
