export const WHOLE_VERTEX_SHADER = `#version 300 es
out vec2 at;
void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
  gl_Position = vec4(at * 2.0 - 1.0, 0.9999, 1.0);
}
`

/** Four points of the large frame to one of the picture: glare, exposure, film curve, a darker rim. */
export const PICTURE_FRAGMENT_SHADER = `#version 300 es
precision highp float;
uniform sampler2D frame;
uniform float exposure, glare;
in vec2 at;
out vec4 color;
vec3 film(vec3 x) {
  return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}
vec3 soft(vec2 p, float level) {
  vec2 texel = exp2(level) / vec2(textureSize(frame, 0));
  vec3 sum = vec3(0);
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++)
    sum += min(textureLod(frame, p + vec2(x, y) * texel * 0.75, level).rgb, vec3(6.0 / exposure));
  return sum / 9.0;
}
void main() {
  vec2 texel = 0.5 / vec2(textureSize(frame, 0));
  vec3 bloom = soft(at, 3.0) * 0.4 + soft(at, 5.0) * 0.35 + soft(at, 6.0) * 0.25;
  vec2 rim = at - 0.5;
  vec3 sum = vec3(0);
  for (int i = 0; i < 4; i++) {
    vec2 p = at + (vec2(i & 1, i >> 1) * 2.0 - 1.0) * texel;
    vec3 c = mix(texture(frame, p).rgb, bloom, glare);
    sum += pow(film(c * exposure * (1.0 - 0.35 * dot(rim, rim))), vec3(1.0 / 2.2));
  }
  color = vec4(sum / 4.0, 1.0);
}
`
