// @ts-check
import {el, table} from './dom.js';
import {time} from './format.js';

/** @typedef {import('./types.js').Trace} Trace */

/**
 * How the values of the pods differ, one row for each metric.
 *
 * @param {Trace} trace of the current state
 */
export function spread(trace) {
  const rows = (trace.metrics || []).flatMap(metric => metric.spread ? [{name: metric.name, ...metric.spread}] : []);
  if (rows.length === 0) {
    return el('p', {class: 'hint'}, 'Fewer than two pods have a value of their own, or all have the same.');
  }
  return table(['Metric', 'Lowest', 'Median', 'Highest', 'Hottest pods'],
    rows.map(row => [row.name, row.least, row.median, row.most, row.hottest.map(pod => `${pod.name} ${pod.value}`).join(', ')]), {'Hottest pods': 'long'});
}

/**
 * The result of a decision with its first reason in a few words, and what follows from it; the name and the time are on the page already.
 *
 * @param {string} headline such as "shop/web at TIME: stays at 7 replicas (cpu 50 % is at the target: 7 replicas; …)"
 */
export function shortHeadline(headline) {
  const [, result, why] = /^(?:[^ ]+ at [^ ]+: )?(.*?)(?: \((.*)\))?$/s.exec(headline) ?? ['', headline];
  const brief = (why ?? '').replace(/^external metric /, '').replace(/^([^ :]+) \{[^}]*\}/, '$1');
  const [first, ...others] = brief.split(/; (?![^(]*\))/);
  const short = result.charAt(0).toUpperCase() + result.slice(1);
  const failed = / replicas? because of an error$/;
  if (why && failed.test(short)) {
    const [, problem, message] = /^(.*?)(?:: (.*))?$/s.exec(brief) ?? [];
    return [`${short.replace(failed, '')}: ${problem}`, message ?? ''];
  }
  // The replicas are in the result.
  const reason = first.replace(/: (\d+ replicas?)$/, (end, replicas) => (short.endsWith(` ${replicas}`) ? '' : end));
  return [first ? `${short}: ${reason}` : short, others.join('; ')];
}

/**
 * The steps of a decision, numbered.
 *
 * @param {Trace} trace
 */
export function traceSteps(trace) {
  const steps = el('ol', {class: 'steps'});
  for (const step of trace.steps) {
    const item = el('li', {}, el('b', {}, step.title));
    step.sentences.forEach(sentence => item.append(el('p', {}, sentence)));
    steps.append(item);
  }
  const [headline, reasons] = shortHeadline(trace.headline);
  return el('div', {},
    el('p', {class: 'headline', title: trace.headline}, headline),
    el('p', {class: 'reasons'}, reasons),
    el('p', {class: 'source'}, trace.now ? 'Computed now, from the current state; nothing was written.' : `Recorded at ${time(trace.at)}.`),
    steps);
}

/**
 * The pods that a decision about the current state counts, one table for each metric.
 *
 * @param {Trace} trace
 */
export function podTables(trace) {
  const tables = (trace.metrics || []).map(metric => {
    const pods = table(['Pod', 'Counted as', 'Why', 'Value', 'Request', 'Assumed'],
      metric.pods.map(pod => [pod.name, pod.group, pod.classification, pod.value, pod.request, pod.filledWith]));
    pods.prepend(el('caption', {}, `Pods of metric ${metric.metric}`));
    return el('div', {class: 'wide'}, pods);
  });
  return trace.omittedPods
    ? [...tables, el('p', {}, `${trace.omittedPods} more pods of metrics are counted in the steps, but not listed here.`)] : tables;
}
