// @ts-check
import * as api from './api.js';
import {StepChart} from './chart.js';
import {el} from './dom.js';
import {amount, time} from './format.js';

/** @typedef {import('./types.js').Detail} Detail */
/** @typedef {import('./types.js').Replayed} Replayed */

const WAIT = 250;

/** A form of the settings; each change is replayed against the recorded load at once. */
export class WhatIf {
  /**
   * @param {string} ns
   * @param {string} name
   */
  constructor(ns, name) {
    this.ns = ns;
    this.name = name;
    this.timer = 0;
    this.request = 0;
    /** @type {StepChart|null} */
    this.chart = null;
    this.form = el('form', {class: 'form'});
    this.presets = el('p', {class: 'presets', role: 'group', 'aria-label': 'Presets'});
    this.problem = el('p', {class: 'problem', role: 'alert'});
    this.drawing = el('div', {class: 'chart', role: 'img', 'aria-label': 'Replicas with the current and the changed settings'});
    this.figures = el('div', {class: 'wide', role: 'status'});
    this.patch = el('pre', {tabindex: 0, 'aria-label': 'Patch'});
    const copy = el('button', {type: 'button'}, 'Copy the command');
    copy.addEventListener('click', () => navigator.clipboard.writeText(this.patch.textContent || ''));
    this.copy = copy;
    this.result = el('div', {hidden: true}, this.drawing, this.figures, this.patch, copy);
    this.root = el('div', {}, this.presets, this.form, this.problem, this.result);
    this.form.addEventListener('input', () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.run(), WAIT);
    });
    this.form.addEventListener('submit', event => event.preventDefault());
  }

  close() {
    clearTimeout(this.timer);
    this.chart?.close();
    this.chart = null;
  }

  /**
   * Fills the form once; what the user has typed stays.
   *
   * @param {Detail} detail
   */
  fill(detail) {
    if (this.spec) {
      return;
    }
    this.spec = detail.spec;
    const spec = detail.spec;
    const behavior = spec.behavior || {};
    this.form.append(
      field('min', 'minReplicas', spec.minReplicas ?? 1), field('max', 'maxReplicas', spec.maxReplicas),
      ...(spec.metrics || []).map((/** @type {any} */ metric, /** @type {number} */ index) => {
        const [key, value] = Object.entries(target(metric)).find(([key]) => key !== 'type') || ['', ''];
        return field(`target${index}`, `${key} of ${detail.row.metrics[index]?.name || `metric ${index + 1}`}`, /** @type {any} */ (value), key !== 'averageUtilization');
      }),
      field('up', 'Scale-up window (s)', behavior.scaleUp?.stabilizationWindowSeconds ?? '', false, '0 (default)'),
      field('down', 'Scale-down window (s)', behavior.scaleDown?.stabilizationWindowSeconds ?? '', false, `${detail.downscaleStabilization} (default)`),
      field('startup', 'Time until a pod is ready (s)', 30),
      field('capacity', 'A pod serves at most (unit of the first target)', target(spec.metrics?.[0] || {}).averageUtilization ? 100 : ''),
      area('behavior', 'behavior (JSON)', spec.behavior ? JSON.stringify(spec.behavior, null, 1) : ''),
      area('options', 'Options (one hpa.dev/KEY=VALUE a line)', Object.entries(detail.options).map(([key, value]) => `${key}=${value}`).join('\n')));
    this.offer();
  }

  /** Buttons that change one thing of the current settings. */
  offer() {
    const targets = (this.spec.metrics || []).map((/** @type {any} */ _, /** @type {number} */ index) => `target${index}`);
    const scale = (/** @type {number} */ factor) => () => targets.forEach((/** @type {string} */ name) => {
      const [, digits, suffix] = /^([0-9.]+)(.*)$/.exec(this.field(name).value) || [];
      this.field(name).value = digits ? Number((Number(digits) * factor).toPrecision(4)) + suffix : '';
    });
    const set = (/** @type {string} */ name, /** @type {string|number} */ value) => () => (this.field(name).value = String(value));
    for (const [label, change] of /** @type {[string, () => void][]} */ ([
      ['Current settings', () => {}],
      ['Targets + 10 %', scale(1.1)],
      ['Targets − 10 %', scale(0.9)],
      ['Scale down after 1 min', set('down', 60)],
      ['Scale down after 15 min', set('down', 900)],
      ['Twice maxReplicas', () => set('max', 2 * this.spec.maxReplicas)()],
      ['Half minReplicas', () => set('min', Math.max(1, Math.floor((this.spec.minReplicas ?? 1) / 2)))()],
    ])) {
      const button = el('button', {type: 'button'}, label);
      button.addEventListener('click', () => {
        /** @type {HTMLFormElement} */ (this.form).reset();
        change();
        this.run();
      });
      this.presets.append(button);
    }
  }

  /**
   * @param {string} name
   * @returns {HTMLInputElement}
   */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.form.querySelector(`[name="${name}"]`));
  }

  /** The change that the form describes. */
  change() {
    const value = (/** @type {string} */ name) => this.field(name).value.trim();
    const spec = structuredClone(this.spec);
    spec.minReplicas = Number(value('min'));
    spec.maxReplicas = Number(value('max'));
    (spec.metrics || []).forEach((/** @type {any} */ metric, /** @type {number} */ index) => {
      const goal = target(metric);
      for (const key of Object.keys(goal)) {
        if (key === 'averageUtilization') {
          goal[key] = Number(value(`target${index}`));
        } else if (key !== 'type') {
          goal[key] = value(`target${index}`);
        }
      }
    });
    const behavior = value('behavior') ? JSON.parse(value('behavior')) : {};
    for (const [name, rules] of [['up', 'scaleUp'], ['down', 'scaleDown']]) {
      const before = this.spec.behavior?.[rules]?.stabilizationWindowSeconds ?? '';
      if (value(name) !== '' && value(name) !== String(before)) {
        behavior[rules] = {...behavior[rules], stabilizationWindowSeconds: Number(value(name))};
      }
    }
    if (Object.keys(behavior).length > 0) {
      spec.behavior = behavior;
    } else {
      delete spec.behavior;
    }
    /** @type {Record<string, string>} */
    const options = {};
    for (const line of value('options').split('\n').filter(Boolean)) {
      const at = line.indexOf('=');
      options[line.slice(0, at).trim()] = line.slice(at + 1).trim();
    }
    return {spec, options, startupSeconds: Number(value('startup')), ...(value('capacity') ? {capacity: Number(value('capacity'))} : {})};
  }

  async run() {
    const request = ++this.request;
    try {
      const answer = await api.whatIf(this.ns, this.name, this.change());
      if (request === this.request) {
        this.problem.textContent = '';
        this.show(answer);
      }
    } catch (failure) {
      if (request === this.request) {
        this.problem.textContent = failure instanceof SyntaxError ? `behavior: ${failure.message}; write a JSON object` : String(/** @type {Error} */ (failure).message);
        this.result.hidden = true;
      }
    }
  }

  /** @param {import('./types.js').Comparison} answer */
  show(answer) {
    this.result.hidden = false;
    this.chart ??= new StepChart(this.drawing);
    this.chart.show([['current settings', answer.now], ['changed settings', answer.then]]);
    const row = (/** @type {string} */ name, /** @type {(each: Replayed) => number|undefined} */ of, /** @type {import('./types.js').Unit} */ unit = 'decimal') =>
      el('tr', {}, el('th', {scope: 'row'}, name), ...[answer.now, answer.then].map(each => el('td', {class: 'number'}, amount(of(each) && Number(of(each)?.toPrecision(3)), unit))),
        difference(of(answer.now), of(answer.then), unit));
    this.figures.replaceChildren(el('table', {},
      el('tr', {}, ...[`${time(answer.now.at[0])} to ${time(answer.now.at.at(-1) ?? 0)}`, 'Current settings', 'Changed settings', 'Difference']
        .map((each, index) => el('th', {scope: 'col', class: index > 0 && 'number'}, each))),
      row('Pod-hours', each => each.podHours), row('Replicas on average', average),
      row('Unserved demand', each => (each.unserved === undefined ? undefined : each.unserved * 100), 'percent'),
      row('Scale events', each => each.scaleEvents), row('Flaps', each => each.flaps),
      row('Highest replicas', each => each.peak), row('Time above max', each => each.atMax * 100, 'percent')));
    this.patch.textContent = answer.patch
      ? `kubectl patch hpa -n ${this.ns} ${this.name} --type merge --patch-file /dev/stdin <<'EOF'\n${answer.patch}EOF\n`
      : 'Nothing is changed yet.';
    this.copy.hidden = !answer.patch;
  }
}

/**
 * The mean of the replicas over the recorded time.
 *
 * @param {Replayed} replayed
 */
function average(replayed) {
  const {at, podHours} = replayed;
  return at.length < 2 ? undefined : podHours / ((at[at.length - 1] - at[0]) / 3_600_000);
}

/**
 * A cell with how much more or less it is; all figures are better if they are lower.
 *
 * @param {number|undefined} now
 * @param {number|undefined} then
 * @param {import('./types.js').Unit} unit percentages differ by points, others by a share
 */
function difference(now, then, unit) {
  if (now === undefined || then === undefined) {
    return el('td');
  }
  const change = unit === 'percent' ? then - now : 100 * (then - now) / now;
  if (then === now || Math.abs(change) < 0.05) {
    return el('td', {class: 'number'}, '=');
  }
  const size = Number.isFinite(change) ? `${Math.abs(change).toFixed(1)} ${unit === 'percent' ? 'points' : '%'}` : amount(Math.abs(then - now));
  return then > now ? el('td', {class: 'number worse'}, `+${size}`) : el('td', {class: 'number better'}, `−${size}`);
}

/**
 * The target of a metric; an empty object if there is none.
 *
 * @param {any} metric
 * @returns {Record<string, any>}
 */
function target(metric) {
  const source = metric.resource || metric.containerResource || metric.pods || metric.object || metric.external;
  return source?.target || {};
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string|number} value
 * @param {boolean} [text]
 * @param {string} [placeholder]
 */
function field(name, label, value, text = false, placeholder) {
  return el('label', {}, el('small', {}, label), el('input', {name, type: text ? 'text' : 'number', value, placeholder, min: text ? undefined : 0, step: 'any', autocomplete: 'off'}));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 */
function area(name, label, value) {
  return el('label', {class: 'area'}, el('small', {}, label), el('textarea', {name, rows: 3, spellcheck: 'false'}, value));
}
