// @ts-check
import {amount, time} from './format.js';

/** @typedef {import('./types.js').Detail} Detail */

/** The script of ECharts defines it. @type {any} */
const echarts = /** @type {any} */ (globalThis).echarts;

const LEFT = 56;
/** Room for the names of the bounds. */
const RIGHT = 40;
const HEIGHT = 180;
const GAP = 36;

/** Series that a click on the legend shows. */
const HIDDEN = {'after stabilization': false, 'ready': false};

/** The colors of the page. */
function colors() {
  const style = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: color('text'), line: color('line'), muted: color('muted'), blue: color('blue'),
    orange: color('orange'), green: color('green'), red: color('red'), purple: color('purple'), band: color('band'), off: color('off'),
  };
}

/** The timeline of one autoscaler: replicas and each metric on one axis of time. */
export class Timeline {
  /**
   * @param {HTMLElement} root
   * @param {(index: number) => void} select called with the index of a sync
   */
  constructor(root, select) {
    this.root = root;
    this.chart = echarts.init(root, null, {renderer: 'canvas'});
    this.chart.getZr().on('click', (/** @type {any} */ event) => {
      const point = this.chart.convertFromPixel({xAxisIndex: 0}, event.offsetX);
      if (this.detail && Number.isFinite(point)) {
        select(nearest(this.detail.series.at, point));
      }
    });
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.repaint = () => this.detail && this.show(this.detail, this.selected);
    this.dark.addEventListener('change', this.repaint);
    this.observer = new ResizeObserver(this.repaint);
    this.observer.observe(root);
    this.selected = -1;
    this.shown = false;
  }

  close() {
    this.dark.removeEventListener('change', this.repaint);
    this.observer.disconnect();
    this.chart.dispose();
  }

  /**
   * @param {Detail} detail
   * @param {number} selected the index of a sync; -1 for none
   */
  show(detail, selected) {
    this.detail = detail;
    this.selected = selected;
    const grids = 1 + detail.metrics.length;
    this.root.style.height = `${grids * (HEIGHT + GAP) + 10}px`;
    this.chart.resize();
    this.chart.setOption(option(detail, selected, this.root.clientWidth < 560), {replaceMerge: ['series', 'grid', 'xAxis', 'yAxis', 'title']});
    if (!this.shown) {
      // Only once: a refresh keeps what the user has selected.
      this.chart.setOption({legend: {selected: HIDDEN}});
      this.shown = true;
    }
  }
}

/** Replicas over time, as one step line for each series. */
export class StepChart {
  /** @param {HTMLElement} root */
  constructor(root) {
    root.style.height = '220px';
    this.chart = echarts.init(root, null, {renderer: 'canvas'});
    this.observer = new ResizeObserver(() => this.chart.resize());
    this.observer.observe(root);
    /** @type {[string, {at: number[], replicas: number[]}][]} */
    this.lines = [];
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.repaint = () => this.show(this.lines);
    this.dark.addEventListener('change', this.repaint);
  }

  close() {
    this.dark.removeEventListener('change', this.repaint);
    this.observer.disconnect();
    this.chart.dispose();
  }

  /** @param {[string, {at: number[], replicas: number[]}][]} lines */
  show(lines) {
    this.lines = lines;
    const c = colors();
    const look = [{color: c.muted, width: 2}, {color: c.blue, width: 2}];
    this.chart.setOption({
      animation: false, textStyle: {color: c.text, fontFamily: 'system-ui, sans-serif'},
      legend: {textStyle: {color: c.text}, top: 0, right: 0}, grid: {left: LEFT, right: 20, top: 30, bottom: 24},
      tooltip: {trigger: 'axis', renderMode: 'richText', confine: true},
      xAxis: {type: 'time', axisLabel: {color: c.muted, hideOverlap: true}, axisLine: {lineStyle: {color: c.line}}},
      yAxis: {type: 'value', min: 0, minInterval: 1, name: 'replicas', nameTextStyle: {color: c.muted}, axisLabel: {color: c.muted}, splitLine: {lineStyle: {color: c.line}}},
      series: lines.map(([name, {at, replicas}], index) => ({
        name, type: 'line', step: 'end', symbol: 'none', data: at.map((each, i) => [each, replicas[i]]),
        lineStyle: look[index], itemStyle: {color: look[index].color},
      })),
    });
  }
}

/**
 * @param {number[]} times
 * @param {number} at
 */
function nearest(times, at) {
  let best = 0;
  times.forEach((each, index) => {
    if (Math.abs(each - at) < Math.abs(times[best] - at)) {
      best = index;
    }
  });
  return best;
}

/**
 * @param {Detail} detail
 * @param {number} selected
 * @param {boolean} narrow whether the legend has room for the first names only
 */
function option(detail, selected, narrow) {
  const c = colors();
  const at = detail.series.at;
  const top = topOfReplicas(detail);
  const titles = ['Replicas', ...detail.metrics.map(each => each.name + (each.unit === 'percent' ? ' (%)' : ''))];
  const first = at[0];
  const last = at[at.length - 1];
  return {
    animation: false,
    textStyle: {color: c.text, fontFamily: 'system-ui, sans-serif'},
    title: titles.map((text, index) => ({
      text, left: 4, top: 6 + index * (HEIGHT + GAP), textStyle: {fontSize: 13, fontWeight: 600, color: c.text},
    })),
    tooltip: {trigger: 'axis', renderMode: 'richText', confine: true, axisPointer: {type: 'line'},
      formatter: (/** @type {any[]} */ points) => tooltip(detail, points)},
    axisPointer: {link: [{xAxisIndex: 'all'}]},
    graphic: {id: 'max', type: 'text', right: 4, top: 22, style: {text: top === undefined ? '' : `max ${detail.series.max.at(-1)} ↑`, fill: c.muted, fontSize: 11}},
    legend: {show: true, right: 8, top: 2, textStyle: {color: c.text}, inactiveColor: c.off, inactiveBorderColor: c.off, itemHeight: 8, left: 90,
      ...(narrow ? {itemWidth: 14, itemGap: 6} : {}), data: ['current', 'desired', 'recommended', ...(narrow ? [] : ['after stabilization', 'ready'])]},
    grid: titles.map((_, index) => ({left: LEFT, right: RIGHT, top: 36 + index * (HEIGHT + GAP), height: HEIGHT - 30})),
    xAxis: titles.map((_, index) => ({
      type: 'time', gridIndex: index, min: first, max: last, axisLine: {lineStyle: {color: c.line}},
      axisLabel: {color: c.muted, hideOverlap: true, margin: index === 0 ? 16 : 8}, splitLine: {show: false},
    })),
    yAxis: titles.map((_, index) => ({
      type: 'value', gridIndex: index, min: 0, minInterval: index === 0 ? 1 : undefined, max: index === 0 ? top : undefined,
      ...(axisUnit(detail, index) === 'binary' ? binarySteps(detail.metrics[index - 1]) : {}),
      axisLabel: {color: c.muted, formatter: (/** @type {number} */ value) => amount(value, axisUnit(detail, index))}, splitLine: {lineStyle: {color: c.line}},
    })),
    dataZoom: [{type: 'inside', xAxisIndex: titles.map((_, index) => index), zoomOnMouseWheel: 'ctrl'}],
    series: [...replicas(detail, selected, c), ...detail.metrics.flatMap((metric, index) => metricLines(metric, at, index + 1, c))],
  };
}

/**
 * @param {Detail} detail
 * @param {number} selected
 * @param {ReturnType<typeof colors>} c
 */
function replicas(detail, selected, c) {
  const s = detail.series;
  const line = (/** @type {string} */ name, /** @type {(number|null)[]} */ values, /** @type {string} */ color, /** @type {any} */ style = {}) => ({
    name, type: 'line', step: 'end', symbol: 'none', data: values.map((value, index) => [s.at[index], value]),
    lineStyle: {width: 1.5, ...style}, itemStyle: {color}, color,
  });
  const desired = line('desired', s.desired, c.blue, {width: 2.5});
  return [
    bound(line('min', s.min, c.muted, {type: 'dotted'})),
    ...(topOfReplicas(detail) === undefined ? [bound(line('max', s.max, c.muted, {type: 'dotted'}))] : []),
    line('recommended', s.recommended, c.orange, {type: 'dashed', width: 1}),
    line('after stabilization', s.stabilized, c.purple, {type: 'dashed', width: 1}),
    line('ready', s.ready, c.green, {}),
    line('current', s.current, c.text, {width: 1.5}),
    {...desired, markLine: {
      silent: true, symbol: 'none', label: {show: false}, animation: false,
      data: selected >= 0 ? [{xAxis: s.at[selected], lineStyle: {color: c.blue, width: 2, type: 'solid'}}] : [],
    }},
    {name: 'events', type: 'scatter', symbol: 'rect', symbolSize: [3, 9], symbolOffset: [0, 5], clip: false, data: detail.events
      .filter(event => event.at >= s.at[0]).map(event => ({value: [event.at, 0], itemStyle: {color: event.type === 'Warning' ? c.red : c.green}}))},
    scaled('scaled up', 0, c.orange, s, (from, to) => to > from),
    scaled('scaled down', 180, c.blue, s, (from, to) => to < from),
    {name: 'failed', type: 'scatter', symbol: 'diamond', symbolSize: 8, itemStyle: {color: c.red},
      data: s.at.flatMap((at, index) => (s.failed[index] ? [[at, s.current[index] ?? 0]] : []))},
  ];
}

/**
 * The end of the axis of the replicas where the maximum is far above all of them: a line for it would press them to the floor.
 *
 * @param {Detail} detail
 */
function topOfReplicas(detail) {
  const s = detail.series;
  const most = (/** @type {(number|null)[]} */ values) => values.reduce((/** @type {number} */ high, each) => Math.max(high, each ?? 0), 0);
  const highest = Math.max(4, most(s.current), most(s.desired), most(s.recommended), most(s.min));
  return most(s.max) > 2.5 * highest ? Math.ceil(1.25 * highest) : undefined;
}

/**
 * An axis in steps of a power of two, of which the values of a metric take at most five.
 *
 * @param {import('./types.js').MetricSeries} metric
 */
function binarySteps(metric) {
  const highest = [...metric.value, ...metric.target].reduce((/** @type {number} */ high, each) => Math.max(high, each ?? 0), 0);
  const interval = 2 ** Math.ceil(Math.log2(highest / 5));
  return highest > 0 ? {interval, max: interval * Math.ceil(highest / interval)} : {};
}

/**
 * The line of a bound, named beside its end.
 *
 * @param {any} line
 */
function bound(line) {
  return {...line, endLabel: {show: true, formatter: line.name, color: line.itemStyle?.color, fontSize: 11}, labelLayout: {moveOverlap: 'shiftY'}};
}

/**
 * Triangles that point where the replicas went.
 *
 * @param {string} name
 * @param {number} symbolRotate
 * @param {string} color
 * @param {import('./types.js').Series} s
 * @param {(from: number, to: number) => boolean} which
 */
function scaled(name, symbolRotate, color, s, which) {
  return {name, type: 'scatter', symbol: 'triangle', symbolSize: 9, symbolRotate, itemStyle: {color},
    data: s.at.flatMap((at, index) => [
      ...(s.changed[index] && index > 0 ? [[s.current[index - 1], s.current[index]]] : []),
      ...(s.scaled[index] ? [[s.current[index], s.desired[index]]] : []),
    ].filter(([from, to]) => typeof from === 'number' && typeof to === 'number' && which(from, to)).map(([, to]) => [at, to]))};
}

/**
 * The unit of an axis; the title of a percentage names it.
 *
 * @param {Detail} detail
 * @param {number} index 0 for the replicas
 * @returns {import('./types.js').Unit}
 */
function axisUnit(detail, index) {
  return index > 0 && detail.metrics[index - 1].unit === 'binary' ? 'binary' : 'decimal';
}

/**
 * @param {import('./types.js').MetricSeries} metric
 * @param {number[]} at
 * @param {number} grid
 * @param {ReturnType<typeof colors>} c
 */
function metricLines(metric, at, grid, c) {
  const axis = {xAxisIndex: grid, yAxisIndex: grid, type: 'line', symbol: 'none'};
  const points = (/** @type {(number|null)[]} */ values) => values.map((value, index) => [at[index], value]);
  const width = metric.high.map((high, index) => (high === null || metric.low[index] === null ? null : high - /** @type {number} */ (metric.low[index])));
  return [
    {...axis, name: `low ${grid}`, stack: `band${grid}`, data: points(metric.low), lineStyle: {opacity: 0}},
    {...axis, name: `band ${grid}`, stack: `band${grid}`, data: points(width), lineStyle: {opacity: 0}, areaStyle: {color: c.band}},
    {...axis, name: `target ${grid}`, data: points(metric.target), lineStyle: {type: 'dashed', width: 1, color: c.green}, itemStyle: {color: c.green}},
    {...axis, name: `value ${grid}`, data: points(metric.value), lineStyle: {width: 2, color: c.orange}, itemStyle: {color: c.orange}},
  ];
}

/**
 * Plain text: the names of metrics come from the cluster.
 *
 * @param {Detail} detail
 * @param {any[]} points
 */
function tooltip(detail, points) {
  const index = nearest(detail.series.at, points[0].axisValue);
  return summary(detail, index).replaceAll('{', '(').replaceAll('}', ')').replaceAll('; ', '\n');
}

/**
 * One sync in a sentence.
 *
 * @param {Detail} detail
 * @param {number} index
 */
export function summary(detail, index) {
  const s = detail.series;
  const value = (/** @type {number|null} */ each) => (each === null ? 'unknown' : String(each));
  return [
    time(s.at[index]),
    `current ${value(s.current[index])}`,
    `desired ${value(s.desired[index])}`,
    `recommended ${value(s.recommended[index])}`,
    `after stabilization ${value(s.stabilized[index])}`,
    `ready ${value(s.ready[index])}`,
    ...detail.metrics.map(each => `${each.name} ${amount(each.value[index], each.unit)} of ${amount(each.target[index], each.unit)}`),
  ].join('; ');
}
