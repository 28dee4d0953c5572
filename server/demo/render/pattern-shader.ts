/** What a surface looks like before light: each pattern drawn out of numbers, in metres of its face. */
export const PATTERN_SHADER = `
float hash(vec2 p) {
  vec3 q = fract(vec3(p.xyx) * 0.1031);
  q += dot(q, q.yzx + 33.33);
  return fract((q.x + q.y) * q.z);
}
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x),
             mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float cloudy(vec2 p) {
  float sum = 0.0, part = 0.5;
  for (int i = 0; i < 4; i++) { sum += part * noise(p); p = p * 2.03 + 7.1; part *= 0.5; }
  return sum;
}
float line(float distance, float width) { return 1.0 - smoothstep(width * 0.4, width, distance); }
float edge(vec2 cell, vec2 size) { vec2 d = min(cell, 1.0 - cell) * size; return min(d.x, d.y); }

vec3 planks(vec2 p, vec3 a, vec3 b, float s) {
  float row = floor(p.y / s);
  float x = p.x / (s * 9.0) + hash(vec2(row, 3.0));
  float tone = hash(vec2(floor(x), row));
  float fibre = cloudy(vec2(p.x * 4.0 + tone * 31.0, p.y * 55.0));
  vec3 c = mix(a, b, clamp(tone * 0.7 + fibre * 0.6 - 0.15, 0.0, 1.0));
  return c * (1.0 - 0.45 * line(edge(vec2(fract(x), fract(p.y / s)), vec2(s * 9.0, s)), 0.004));
}
vec3 grain(vec2 p, vec2 h, vec3 a, vec3 b) {
  vec2 q = h.x > h.y ? p : p.yx;
  float ring = sin((q.y * 24.0 + cloudy(vec2(q.x * 1.3, q.y * 9.0)) * 7.0));
  return mix(a, b, clamp(0.5 + 0.3 * ring + 0.5 * (cloudy(vec2(q.x * 5.0, q.y * 90.0)) - 0.5), 0.0, 1.0));
}
vec3 tiles(vec2 p, vec3 a, vec3 b, float s) {
  vec2 cell = floor(p / s);
  float veins = cloudy(p * 2.5 + hash(cell) * 40.0);
  vec3 c = a * (0.93 + 0.07 * hash(cell)) * (0.93 + 0.14 * veins);
  return mix(c, b, line(edge(fract(p / s), vec2(s)), 0.006));
}
vec3 marble(vec2 p, vec3 a, vec3 b, float s) {
  float warp = cloudy(p * 1.7) * 3.0;
  float vein = pow(1.0 - abs(sin(p.x * 2.1 + p.y * 1.2 + warp * 1.6)), 9.0);
  float fine = pow(1.0 - abs(sin(p.x * 4.0 - p.y * 5.3 + cloudy(p * 3.1 + 9.0) * 6.0)), 14.0);
  vec3 c = mix(a, b, clamp(vein * 0.7 + fine * 0.3 + (cloudy(p * 5.0) - 0.5) * 0.25, 0.0, 1.0));
  return c * (1.0 - 0.2 * line(edge(fract(p / s), vec2(s)), 0.005));
}
vec3 brick(vec2 p, vec3 a, vec3 b, float s) {
  float row = floor(p.y / s);
  vec2 q = vec2(p.x / (s * 3.0) + 0.5 * mod(row, 2.0), p.y / s);
  float tone = hash(floor(q));
  vec3 c = a * (0.75 + 0.5 * tone) * (0.85 + 0.3 * cloudy(p * 20.0));
  return mix(c, b, line(edge(fract(q), vec2(s * 3.0, s)), 0.012));
}
vec3 rug(vec2 p, vec2 h, vec3 a, vec3 b, float s) {
  vec2 q = abs(p);
  float rim = min(h.x - q.x, h.y - q.y);
  vec3 light = mix(b, vec3(0.85, 0.78, 0.65), 0.6);
  vec3 c = a;
  float m = q.x / h.x + q.y / h.y;
  float step = fract(m * 3.0 + 0.08 * sin(q.x * 40.0) * sin(q.y * 40.0));
  c = mix(c, b, smoothstep(0.62, 0.66, step));
  c = mix(c, light, smoothstep(0.9, 0.93, step));
  vec2 tile = abs(fract(p / s) - 0.5);
  c = mix(c, light, 0.7 * line(abs(tile.x + tile.y - 0.3), 0.05) * step);
  if (rim < 0.28) c = mix(b, light, step > 0.5 ? 0.15 : 0.0);
  if (rim < 0.26 && rim > 0.08) {
    vec2 t = abs(fract(p / (s * 0.8)) - 0.5);
    c = mix(b, light, smoothstep(0.02, -0.02, t.x + t.y - 0.28));
  }
  if (rim < 0.05) c = light;
  return c * (0.86 + 0.28 * noise(p * 110.0));
}
vec3 art(vec2 q, vec3 a, vec3 b, float kind) {
  vec3 paper = vec3(0.88, 0.84, 0.76);
  if (max(abs(q.x), abs(q.y)) > 0.86) return paper;
  float d = length(q);
  if (kind < 0.5) {
    vec3 c = mix(mix(b, paper, 0.5), paper, q.y);
    c = mix(c, vec3(0.9, 0.35, 0.12), smoothstep(0.31, 0.29, length(q - vec2(0.2, 0.25))));
    for (int i = 0; i < 4; i++) {
      float k = float(i);
      float hill = 0.15 - k * 0.27 + 0.18 * sin(q.x * (2.2 + k) + k * 2.4);
      c = mix(c, mix(b, a, k / 3.0), smoothstep(0.01, -0.01, q.y - hill));
    }
    return c;
  }
  if (kind < 1.5) {
    float ring = floor(d * 7.0);
    vec3 c = mod(ring, 2.0) < 1.0 ? a : mix(paper, b, 0.35 + 0.4 * hash(vec2(ring)));
    float petals = sin(atan(q.y, q.x) * (8.0 + 4.0 * mod(ring, 3.0)));
    return d > 0.84 ? paper : mix(c, b, smoothstep(0.2, 0.4, petals * fract(d * 7.0)));
  }
  if (kind < 2.5) {
    vec3 c = mix(paper, b, 0.12);
    c = mix(c, a, smoothstep(0.01, -0.01, abs(length(q - vec2(-0.2, -0.3)) - 0.42) - 0.12));
    c = mix(c, b, smoothstep(0.01, -0.01, length(q - vec2(0.28, 0.3)) - 0.34));
    return mix(c, vec3(0.12), line(abs(q.y - 0.7 * q.x * q.x + 0.1), 0.03));
  }
  float stem = abs(q.x + 0.12 * sin(q.y * 3.0));
  vec3 c = paper;
  for (int i = 0; i < 6; i++) {
    float k = float(i), side = mod(k, 2.0) * 2.0 - 1.0;
    vec2 r = q - vec2(side * 0.3, k * 0.24 - 0.6);
    r = mat2(0.8, side * 0.6, -side * 0.6, 0.8) * r;
    c = mix(c, mix(a, b, k / 6.0), smoothstep(0.02, -0.02, length(r * vec2(1.0, 2.4)) - 0.27));
  }
  return mix(c, a, line(stem, 0.03) * step(-0.8, q.y) * step(q.y, 0.75));
}
vec3 facade(vec2 p, vec3 a, vec3 b, float s) {
  vec2 q = p / vec2(s, s * 0.9);
  vec2 cell = fract(q);
  float lit = hash(floor(q));
  float window = step(0.2, cell.x) * step(cell.x, 0.8) * step(0.25, cell.y) * step(cell.y, 0.8);
  vec3 glass = mix(b, b * 2.2 + 0.1, lit * lit);
  vec3 wall = a * (0.9 + 0.1 * noise(p * 0.7)) * (cell.y < 0.1 ? 0.7 : 1.0);
  return mix(wall, glass, window);
}
vec3 printed(vec2 p, vec3 a, vec3 b, float s) {
  vec2 q = p / s;
  q.x += 0.5 * mod(floor(q.y), 2.0);
  vec2 r = fract(q) - 0.5;
  float angle = atan(r.y, r.x), d = length(r);
  float flower = smoothstep(0.02, -0.02, d - 0.2 - 0.08 * cos(angle * 6.0));
  vec3 c = mix(a, b, flower);
  c = mix(c, a, smoothstep(0.02, -0.02, d - 0.08));
  return mix(c, b, 0.6 * line(abs(max(abs(r.x), abs(r.y)) - 0.47), 0.03));
}
vec3 paving(vec2 p, vec3 a, vec3 b, float s) {
  vec2 q = p / s + 0.12 * vec2(noise(p * 2.0), noise(p * 2.0 + 9.0));
  q.x += 0.37 * floor(q.y);
  float tone = hash(floor(q));
  vec3 c = mix(a, b, tone * 0.6) * (0.8 + 0.4 * cloudy(p * 9.0));
  return c * (1.0 - 0.5 * line(edge(fract(q), vec2(s)), 0.02));
}
vec3 screen(vec2 q, vec3 a, vec3 b, float kind) {
  if (kind > 1.5) {
    float hill = 0.1 + 0.25 * sin(q.x * 2.0 + 1.0) + 0.2 * cloudy(q * 3.0);
    vec3 c = mix(vec3(0.95, 0.6, 0.35), vec3(0.2, 0.35, 0.7), q.y * 0.5 + 0.5);
    c = mix(c, a, smoothstep(0.02, -0.02, q.y - hill + 0.3));
    return mix(c, b, smoothstep(0.02, -0.02, q.y + 0.55 - 0.15 * sin(q.x * 3.0 + 2.0)));
  }
  vec3 c = mix(a, a * 0.7, q.y * 0.5 + 0.5);
  if (q.y > 0.8) return b * 0.5;
  if (q.x < -0.6) return mix(a * 0.4, b, 0.5 * step(0.5, fract(q.y * 5.0)) * step(-0.9, q.x) * step(q.x, -0.68));
  float bar = step(fract(q.x * 4.0), 0.6) * step(q.y, -0.7 + 1.1 * hash(vec2(floor(q.x * 4.0), kind)));
  return mix(c, b, bar);
}
`
