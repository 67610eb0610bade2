// The samples of an animation: fetched from the server, mixed for the moments between them.

/** @typedef {{ x: number, y: number, width: number, height: number }} RectJSON */
/** @typedef {{ id: number, frame: RectJSON, bounds: RectJSON, center: { x: number, y: number }, transform: number[], alpha: number }} SampledView */
/** @typedef {{ time: number, views: SampledView[] }} Sample */
/** @typedef {{ duration: number, delay: number, curve: string, repeatCount: number, autoreverses: boolean }} Timing */

/**
 * The control points of UIKit's curves (CAMediaTimingFunctionName).
 * @type {Record<string, [number, number, number, number]>}
 */
export const CURVES = { easeInOut: [0.42, 0, 0.58, 1], easeIn: [0.42, 0, 1, 1], easeOut: [0, 0, 0.58, 1], linear: [0, 0, 1, 1] };
/** How many moments are asked for. */
const SAMPLES = 60;

/**
 * When all runs are over, in seconds.
 * @param {Timing} timing
 */
export function endOf({ duration, delay, repeatCount, autoreverses }) {
  return duration > 0 ? delay + duration * (autoreverses ? 2 : 1) * (repeatCount > 0 ? repeatCount : 1) : 0;
}

/**
 * Moments from the start to the end; the turning points of runs are among them as far as there is room.
 * @param {Timing} timing
 */
export function momentsOf(timing) {
  const end = endOf(timing);
  if (!end) return [0];
  const count = Math.max(2, SAMPLES);
  const moments = Array.from({ length: count + 1 }, (_, at) => (end * at) / count);
  const ways = Math.floor((end - timing.delay) / timing.duration);
  if (ways <= SAMPLES / 3) for (let way = 0; way <= ways; way += 1) moments.push(timing.delay + way * timing.duration);
  // The value just before the end differs from the one at the end, where the view jumps to its new value.
  moments.push(Math.max(0, end - 1e-6));
  return [...new Set(moments)].filter((time) => time <= end).sort((one, other) => one - other);
}

/**
 * How far along the way a curve is.
 * @param {string} curve
 * @param {number} time from 0 to 1
 */
export function progress(curve, time) {
  const [x1, y1, x2, y2] = CURVES[curve] ?? CURVES.linear;
  const at = (/** @type {number} */ t, /** @type {number} */ a, /** @type {number} */ b) => 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t ** 2 * b + t ** 3;
  let low = 0, high = 1;
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (at(middle, x1, x2) < time) low = middle;
    else high = middle;
  }
  return at((low + high) / 2, y1, y2);
}

const mix = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ t) => a + (b - a) * t;
/**
 * @template {Record<string, number>} Kind
 * @param {Kind} one
 * @param {Kind} other
 * @param {number} t
 * @returns {Kind}
 */
const mixAll = (one, other, t) => /** @type {any} */ (Object.fromEntries(Object.entries(one).map(([key, value]) => [key, mix(value, other[key], t)])));

/**
 * What views show at a time between samples.
 * @param {Sample[]} samples in order
 * @param {number} time
 * @returns {SampledView[]}
 */
export function viewsAt(samples, time) {
  const next = samples.findIndex((sample) => sample.time > time);
  if (next <= 0) return samples[next === 0 ? 0 : samples.length - 1]?.views ?? [];
  const before = samples[next - 1], after = samples[next];
  const t = (time - before.time) / (after.time - before.time);
  if (!(t > 0)) return before.views;
  return before.views.map((view, at) => {
    const to = after.views[at];
    if (!to || to.id !== view.id) return view;
    return {
      id: view.id, frame: mixAll(view.frame, to.frame, t), bounds: mixAll(view.bounds, to.bounds, t), center: mixAll(view.center, to.center, t),
      transform: view.transform.map((entry, place) => mix(entry, to.transform[place], t)), alpha: mix(view.alpha, to.alpha, t),
    };
  });
}
