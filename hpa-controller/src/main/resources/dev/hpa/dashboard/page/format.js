// @ts-check
/** The badges: text and meaning. Those with a counter are problems. */
export const BADGES = /** @type {Record<string, {text: string, title: string, counter: boolean}>} */ ({
  'failing': {text: 'failing', title: 'A metric or the sync failed', counter: true},
  'limited': {text: 'limited', title: 'More replicas than maxReplicas are recommended', counter: true},
  'flapping': {text: 'flapping', title: 'At least 3 changes of direction within 30 min', counter: true},
  'ambiguous': {text: 'ambiguous', title: 'Several HPAs select the same pods', counter: true},
  'changed-elsewhere': {text: 'changed elsewhere', title: 'Another writer has changed the replicas within 30 min', counter: true},
  'stale': {text: 'stale', title: 'No sync for 3 sync periods or more', counter: true},
  'paused': {text: 'paused', title: 'The mode is Paused', counter: true},
  'fallback': {text: 'fallback', title: 'A failed metric falls back', counter: true},
  'rollout': {text: 'rollout', title: 'A rollout of the target is compensated', counter: true},
  'dry-run': {text: 'dry run', title: 'The mode is DryRun', counter: false},
  'scheduled': {text: 'scheduled', title: 'A schedule replaces the bounds', counter: false},
  'disabled': {text: 'disabled', title: 'Another writer scaled the target to zero', counter: false},
  'pending': {text: 'pending', title: 'Not synced yet; the status is shown', counter: false},
});

const number = new Intl.NumberFormat('en', {maximumSignificantDigits: 4});
const SUFFIXES = Object.freeze({decimal: ['', 'k', 'M', 'G', 'T', 'P', 'E'], binary: ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']});
const clock = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit', second: '2-digit'});

/**
 * A number as a quantity of Kubernetes: from 10,000 on with a suffix, and in binary units if the spec has them.
 *
 * @param {number|null|undefined} value
 * @param {import('./types.js').Unit} [unit]
 */
export function amount(value, unit = 'decimal') {
  if (value === null || value === undefined) {
    return 'unknown';
  }
  if (unit === 'percent') {
    return `${number.format(value)} %`;
  }
  const suffixes = SUFFIXES[unit];
  const step = unit === 'binary' ? 1024 : 1000;
  let shown = value;
  let index = 0;
  for (let limit = unit === 'binary' ? step : 10_000; Math.abs(shown) >= limit && index < suffixes.length - 1; limit = step) {
    shown /= step;
    index++;
  }
  return number.format(shown) + suffixes[index];
}

/** @param {number|null|undefined} value */
export function count(value) {
  return value === null || value === undefined ? '?' : String(value);
}

/** @param {number} millis */
export function time(millis) {
  return clock.format(new Date(millis));
}

/**
 * How long ago a time was, such as "4 min".
 *
 * @param {number} millis
 * @param {number} now
 */
export function ago(millis, now) {
  const seconds = Math.max(0, Math.round((now - millis) / 1000));
  if (seconds < 90) {
    return `${seconds} s ago`;
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) {
    return `${minutes} min ago`;
  }
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} d ago`;
}
