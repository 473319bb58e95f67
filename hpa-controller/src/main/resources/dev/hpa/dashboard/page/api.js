// @ts-check
/** @typedef {import('./types.js').Fleet} Fleet */
/** @typedef {import('./types.js').Detail} Detail */
/** @typedef {import('./types.js').Trace} Trace */
/** @typedef {import('./types.js').Changes} Changes */

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
async function get(path) {
  const response = await fetch(`api/${path}`, {headers: {accept: 'application/json'}});
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    throw new Error(problem.message || `${response.status} ${response.statusText}`);
  }
  return response.json();
}

/**
 * @param {string} ns
 * @param {string} name
 */
function path(ns, name) {
  return `autoscalers/${encodeURIComponent(ns)}/${encodeURIComponent(name)}`;
}

/** @returns {Promise<Fleet>} */
export const fleet = () => get('autoscalers');

/**
 * @param {string} ns
 * @param {string} name
 * @returns {Promise<Detail>}
 */
export const detail = (ns, name) => get(path(ns, name));

/**
 * @param {string} ns
 * @param {string} name
 * @param {number|'now'} at
 * @returns {Promise<Trace>}
 */
export const trace = (ns, name, at) => get(`${path(ns, name)}/trace?at=${at}`);

/**
 * @param {string} ns
 * @param {string} name
 * @param {object} change
 * @returns {Promise<import('./types.js').Comparison>}
 */
export const whatIf = (ns, name, change) => get(`${path(ns, name)}/what-if?change=${encodeURIComponent(JSON.stringify(change))}`);

/**
 * Follows the changes; connects again when the connection breaks.
 *
 * @param {{open: () => void, closed: () => void, changes: (changes: Changes) => void}} listener
 *     open is called after each connect: changes may have been missed before
 */
export function follow(listener) {
  let wait = 500;
  const connect = () => {
    const source = new EventSource('api/changes');
    source.onopen = () => {
      wait = 500;
      listener.open();
    };
    source.addEventListener('changes', event => listener.changes(JSON.parse(event.data)));
    source.onerror = () => {
      // A browser gives up after some errors; this does not.
      source.close();
      listener.closed();
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 10_000);
    };
  };
  connect();
}
