'use strict';

(() => {
  const recording = JSON.parse(document.getElementById('recording').textContent);
  const root = document.documentElement;
  const byId = id => document.getElementById(id);

  // ---- Values and words -------------------------------------------------------------------------------------------

  const MINUTE = 60_000;
  const DAY = 86_400_000;
  const NBSP = '\u00a0';
  const start = Date.parse(recording.start);
  const end = Math.max(Date.parse(recording.end), start + 1000);
  const overDays = Math.floor(start / DAY) !== Math.floor(end / DAY);

  const clock = time => new Date(time).toISOString().slice(11, 19);
  const moment = time => (overDays ? new Date(time).toISOString().slice(5, 10) + ' ' : '') + clock(time);
  const known = value => value !== null && value !== undefined && Number.isFinite(value);
  const figure = (value, digits = 0) =>
    known(value)
      ? value.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits})
      : '–';
  const short = value => (known(value) ? value.toLocaleString('en-US', {maximumFractionDigits: 1}) : '–');
  const percent = (value, digits = 0) => (known(value) ? figure(value, digits) + NBSP + '%' : '–');
  const many = (count, one, more = one + 's') => figure(count) + ' ' + (count === 1 ? one : more);

  function duration(seconds) {
    if (!known(seconds)) {
      return '–';
    }
    const whole = Math.round(seconds);
    const parts = [
      [Math.floor(whole / 3600), 'h'],
      [Math.floor(whole / 60) % 60, 'min'],
      [whole % 60, 's'],
    ];
    const first = parts.findIndex(([value]) => value > 0);
    if (first < 0) {
      return '0' + NBSP + 's';
    }
    return parts
      .slice(first, first + 2)
      .filter(([value]) => value > 0)
      .map(([value, unit]) => value + NBSP + unit)
      .join(' ');
  }

  const inCores = milli => (known(milli) ? milli / 1000 : null);
  const samples = recording.samples.map(sample => ({
    ...sample,
    time: Date.parse(sample.at),
    load: inCores(sample.loadMilliCores),
    usage: inCores(sample.usageMilliCores),
    unmet: known(sample.loadMilliCores) && known(sample.usageMilliCores)
      ? Math.max(0, sample.loadMilliCores - sample.usageMilliCores) / 1000
      : null,
  }));
  const events = recording.events.map(event => ({
    ...event,
    time: Date.parse(event.at),
    warning: event.type === 'Warning',
  }));
  const decisions = recording.decisions.map(decision => ({...decision, time: Date.parse(decision.at)}));
  const runSeconds = (end - start) / 1000;
  const target = recording.targetUtilization;
  const bandFrom = target * (1 - recording.toleranceDown);
  const bandTo = target * (1 + recording.toleranceUp);
  const bandText = short(bandFrom) + '–' + short(bandTo) + NBSP + '%';
  const highestSeen = samples.reduce(
    (high, s) => Math.max(high, s.desiredReplicas, s.readyReplicas, s.specReplicas), Math.max(1, recording.minReplicas));
  const highestUtilization = samples.reduce((high, s) => Math.max(high, s.utilizationPercent ?? 0), Math.max(100, bandTo));
  /** A bound far above everything seen would press the curve to the ground: it is then only named. */
  const showsMaximum = recording.maxReplicas <= Math.max(4, 2.5 * highestSeen);

  /** The index of the entry nearest to a time in a list ordered by time; -1 if the list is empty. */
  function nearest(list, time) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].time < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low === list.length || (low > 0 && time - list[low - 1].time < list[low].time - time)) {
      low--;
    }
    return low;
  }

  /** An element with a class and children, which are elements or plain text: no text is ever read as HTML. */
  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) {
      made.className = className;
    }
    made.append(...children.filter(child => child !== null && child !== undefined));
    return made;
  }

  // ---- Heading and key figures ------------------------------------------------------------------------------------

  function heading() {
    byId('subtitle').textContent = recording.subtitle;
    const facts = [
      new Date(start).toISOString().slice(0, 10) + ', ' + clock(start) + '–' + moment(end) + ' UTC',
      duration(runSeconds) + ' of cluster time'
        + (known(recording.speed) && recording.speed !== 1
          ? ' in ' + duration(runSeconds / recording.speed) + ' (' + short(recording.speed)
            + '×' + NBSP + 'real time)'
          : ''),
      'CPU target ' + percent(target) + ', ' + bandText + ' tolerated',
      recording.minReplicas + '–' + recording.maxReplicas + ' replicas allowed',
    ];
    byId('facts').append(...facts.map(fact => element('li', '', fact)));

    const summary = recording.summary;
    const seen = summary.minReplicasSeen === summary.maxReplicasSeen
      ? String(summary.minReplicasSeen)
      : summary.minReplicasSeen + '–' + summary.maxReplicasSeen;
    const always = recording.maxReplicas * runSeconds / 3600;
    const cards = [
      ['Decisions', figure(summary.decisions),
        summary.decisions > 1 ? 'one every ' + duration(runSeconds / summary.decisions) : ''],
      ['Scale-ups', '▲' + NBSP + figure(summary.scaleUps), 'replicas added'],
      ['Scale-downs', '▼' + NBSP + figure(summary.scaleDowns), 'replicas removed'],
      ['Replicas', seen, 'allowed ' + recording.minReplicas + '–' + recording.maxReplicas],
      ['Pod-hours', figure(summary.podHours, 2),
        known(summary.podHours)
          ? figure(always, always < 10 ? 2 : always < 100 ? 1 : 0) + ' at maximum' : ''],
      ['Unmet load', percent(summary.unmetLoadPercent, 1), 'of the CPU asked for'],
      ['Time above target', duration(summary.secondsAboveTarget),
        known(summary.secondsAboveTarget) ? percent(100 * summary.secondsAboveTarget / runSeconds) + ' of the run' : ''],
    ];
    byId('cards').append(...cards.map(([name, value, note]) => element('div', '',
      element('dt', '', name),
      element('dd', 'value', ...value.split(/([\d.,–]+)/).map((part, at) => (at % 2 ? part : element('small', '', part)))),
      element('dd', 'note', note))));

    byId('band').textContent = 'target ' + percent(target) + ' with its tolerance, ' + bandText;
    byId('bounds').textContent = showsMaximum
      ? 'bounds, ' + recording.minReplicas + ' and ' + recording.maxReplicas
      : 'lower bound ' + recording.minReplicas + ' (the upper one, ' + recording.maxReplicas + ', is far above)';
    const warnings = events.filter(event => event.warning).length;
    byId('count-normal').textContent = figure(events.length - warnings) + ' normal';
    byId('count-warning').textContent = many(warnings, 'warning');
    byId('events-count').textContent = figure(events.length - warnings) + ' normal, ' + many(warnings, 'warning');
    byId('requests').textContent = summary.apiRequests ? 'API server: ' + summary.apiRequests : '';
  }

  // ---- Charts -----------------------------------------------------------------------------------------------------

  const PANELS = [
    {head: byId('head-load'), headGap: 24, height: 170},
    {head: byId('head-utilization'), headGap: 12, height: 150},
    {head: byId('head-replicas'), headGap: 24, height: 150},
    {head: byId('head-events'), headGap: 6, height: 46},
  ];
  const LEFT = 58;
  const RIGHT = 50;
  const LABEL_HEIGHT = 26;
  const PANEL_GAP = 14;
  const SLIDER_HEIGHT = 30;
  const SLIDER_GAP = 10;

  const plot = byId('plot');
  const box = byId('chart');
  const chart = echarts.init(box, null, {renderer: 'svg', height: 600});
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let printing = false;
  let zoomed = {from: start, to: end};

  /** Puts the headings above their charts, whose places depend on how the headings wrap; returns the total height. */
  function layOut() {
    let y = 0;
    for (const panel of PANELS) {
      panel.head.style.top = y + 'px';
      y += panel.head.offsetHeight + panel.headGap;
      panel.top = y;
      panel.drawn = printing ? Math.round(panel.height * 0.65) : panel.height;
      y += panel.drawn + LABEL_HEIGHT + PANEL_GAP;
    }
    return printing ? y : y - PANEL_GAP + SLIDER_GAP + SLIDER_HEIGHT + 6;
  }

  const byTime = (value, from = samples) => from.map(entry => [entry.time, value(entry)]);
  const line = (name, panel, color, data, more) => ({
    name,
    type: 'line',
    xAxisIndex: panel,
    yAxisIndex: panel,
    data,
    color,
    showSymbol: samples.length === 1,
    symbol: 'circle',
    lineStyle: {width: 2, color},
    emphasis: {disabled: true},
    ...more,
  });

  function options(height) {
    const css = getComputedStyle(root);
    const color = name => css.getPropertyValue('--' + name).trim();
    const font = getComputedStyle(document.body).fontFamily;
    const muted = {color: color('muted'), fontSize: 12, fontFamily: font};
    const sliderTop = height - SLIDER_HEIGHT - 4;

    const grids = PANELS.map(panel => ({left: LEFT, right: RIGHT, top: panel.top, height: panel.drawn}));
    const xAxes = PANELS.map((panel, index) => ({
      type: 'time',
      gridIndex: index,
      min: start,
      max: end,
      splitNumber: Math.max(4, Math.floor((box.clientWidth - LEFT - RIGHT) / 100)),
      minInterval: 1000,
      axisLine: {onZero: false, lineStyle: {color: color('axis')}},
      axisTick: {lineStyle: {color: color('axis')}},
      axisLabel: {...muted, hideOverlap: true, formatter: value => clock(value)},
      splitLine: {show: true, lineStyle: {color: color('grid')}},
      axisPointer: {
        show: true,
        snap: index !== 3,
        lineStyle: {color: color('muted'), width: 1, type: 'solid'},
        label: {show: false},
      },
    }));
    /** An axis from 0 to a round number at or above the highest value, in at most five equal steps. */
    const upTo = (highest, steps) => {
      const interval = steps.find(step => highest / step <= 5) ?? Math.ceil(highest / 5);
      return {interval, max: Math.ceil(highest / interval) * interval};
    };
    const yAxis = (index, name, more) => ({
      type: 'value',
      gridIndex: index,
      min: 0,
      name,
      nameLocation: 'end',
      nameGap: 9,
      nameTextStyle: {...muted, align: 'right', padding: [0, 8, 0, 0]},
      axisLabel: muted,
      axisLine: {show: false},
      axisTick: {show: false},
      axisPointer: {show: false},
      splitNumber: 4,
      splitLine: {lineStyle: {color: color('grid')}},
      ...more,
    });
    const noted = (text, lineColor) => ({
      show: true,
      position: 'end',
      distance: 6,
      formatter: text,
      color: lineColor,
      fontSize: 12,
      lineHeight: 14,
      fontFamily: font,
    });
    const horizontal = (value, text, lineColor, style) => ({
      yAxis: value,
      label: noted(text, color('muted')),
      lineStyle: {color: lineColor, ...style},
    });
    const marks = (name, warning, symbol, symbolSize, row) => ({
      name,
      type: 'scatter',
      xAxisIndex: 3,
      yAxisIndex: 3,
      data: events.filter(event => event.warning === warning).map(event => [event.time, row]),
      symbol,
      symbolSize,
      itemStyle: {color: color(warning ? 'warning' : 'normal'), borderColor: color('surface'), borderWidth: 1, opacity: 1},
      emphasis: {disabled: true},
      tooltip: {trigger: 'item'},
      cursor: 'default',
    });

    return {
      useUTC: true,
      animation: false,
      backgroundColor: 'transparent',
      textStyle: {fontFamily: font},
      aria: {enabled: false},
      grid: grids,
      xAxis: xAxes,
      yAxis: [
        yAxis(0, 'cores', {minInterval: 0.1, axisLabel: {...muted, formatter: short}}),
        yAxis(1, '', {
          ...upTo(highestUtilization, [25, 50, 100, 200, 500, 1000]),
          axisLabel: {...muted, formatter: value => percent(value)},
        }),
        yAxis(2, 'replicas', {
          ...upTo(
            showsMaximum ? Math.max(recording.maxReplicas, highestSeen) : Math.ceil(highestSeen * 1.25),
            [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]),
        }),
        {type: 'value', gridIndex: 3, min: 0, max: 2, show: false, axisPointer: {show: false}},
      ],
      axisPointer: {link: [{xAxisIndex: 'all'}], triggerTooltip: true},
      tooltip: {
        trigger: 'axis',
        confine: true,
        transitionDuration: 0,
        backgroundColor: color('surface'),
        borderColor: color('axis'),
        borderWidth: 1,
        padding: [9, 12],
        extraCssText: 'box-shadow: 0 4px 16px rgb(0 0 0 / 0.18); z-index: 2;',
        position: beside,
        formatter: described,
      },
      dataZoom: [
        {
          type: 'inside',
          xAxisIndex: [0, 1, 2, 3],
          startValue: zoomed.from,
          endValue: zoomed.to,
          filterMode: 'none',
          minValueSpan: Math.min(MINUTE, end - start),
          zoomOnMouseWheel: 'ctrl',
          moveOnMouseWheel: false,
          moveOnMouseMove: false,
          preventDefaultMouseMove: false,
        },
        {
          type: 'slider',
          show: !printing,
          xAxisIndex: [0, 1, 2, 3],
          startValue: zoomed.from,
          endValue: zoomed.to,
          filterMode: 'none',
          minValueSpan: Math.min(MINUTE, end - start),
          left: LEFT,
          right: RIGHT,
          top: sliderTop,
          height: SLIDER_HEIGHT,
          brushSelect: true,
          moveHandleSize: 0,
          borderColor: color('rule'),
          borderRadius: 4,
          backgroundColor: 'transparent',
          fillerColor: color('slider'),
          dataBackground: {lineStyle: {color: color('axis'), width: 1}, areaStyle: {color: color('axis'), opacity: 0.12}},
          selectedDataBackground: {lineStyle: {color: color('usage'), width: 1}, areaStyle: {color: color('usage'), opacity: 0.1}},
          handleStyle: {color: color('surface'), borderColor: color('muted')},
          emphasis: {handleStyle: {borderColor: color('text')}},
          labelFormatter: value => clock(value),
          textStyle: muted,
          showDetail: false,
        },
      ],
      series: [
        line('CPU asked for', 0, color('load'), byTime(s => s.load), {
          lineStyle: {width: 2, color: color('load'), type: [6, 3]},
          z: 4,
        }),
        line('CPU really used', 0, color('usage'), byTime(s => s.usage), {
          areaStyle: {color: color('usage-fill'), opacity: 1},
          z: 3,
        }),
        line('unmet, from', 0, 'transparent', byTime(s => (s.unmet === null ? null : Math.min(s.usage, s.load))), {
          stack: 'unmet',
          lineStyle: {opacity: 0},
          showSymbol: false,
          silent: true,
        }),
        line('unmet', 0, 'transparent', byTime(s => s.unmet), {
          stack: 'unmet',
          lineStyle: {opacity: 0},
          areaStyle: {color: color('unmet'), opacity: 1},
          showSymbol: false,
          silent: true,
        }),
        line('CPU utilization', 1, color('utilization'), byTime(s => s.utilizationPercent), {
          connectNulls: false,
          z: 4,
          markArea: {
            silent: true,
            itemStyle: {color: color('band')},
            data: [[{yAxis: bandFrom}, {yAxis: bandTo}]],
          },
          markLine: {
            silent: true,
            symbol: 'none',
            data: [horizontal(target, 'target\n' + percent(target), color('target'), {width: 1.5, type: [6, 4]})],
          },
        }),
        line('ready replicas', 2, color('ready'), byTime(s => s.readyReplicas), {
          step: 'end',
          lineStyle: {width: 1.5, color: color('ready')},
          areaStyle: {color: color('ready-fill'), opacity: 1},
          z: 3,
        }),
        line('desired replicas', 2, color('desired'), byTime(s => s.desiredReplicas), {
          step: 'end',
          z: 4,
          markLine: {
            silent: true,
            symbol: 'none',
            data: [
              horizontal(recording.minReplicas, 'min ' + recording.minReplicas, color('bound'), {width: 1, type: [2, 3]}),
              ...(showsMaximum
                ? [horizontal(recording.maxReplicas, 'max ' + recording.maxReplicas, color('bound'), {width: 1, type: [2, 3]})]
                : []),
            ],
          },
        }),
        marks('normal events', false, 'circle', 9, 0.5),
        marks('warnings', true, 'triangle', 11, 1.5),
      ],
    };
  }

  /** Keeps the tooltip beside the crosshair, on the side with more room, and inside the chart. */
  function beside(point, params, dom, rect, size) {
    const [width, height] = size.contentSize;
    const [viewWidth, viewHeight] = size.viewSize;
    const gap = 16;
    const left = point[0] < viewWidth / 2 ? point[0] + gap : point[0] - width - gap;
    return [
      Math.min(Math.max(left, 0), Math.max(0, viewWidth - width)),
      Math.min(Math.max(point[1] - height / 2, 0), Math.max(0, viewHeight - height)),
    ];
  }

  /** The events that the crosshair stands on: those nearest to this sample, or so close that they look so; each text once. */
  function eventsAt(index) {
    const reach = 2 * (zoomed.to - zoomed.from) / Math.max(1, box.clientWidth - LEFT - RIGHT);
    const time = samples[index].time;
    const texts = new Set();
    return events.filter(event => {
      const here = Math.abs(event.time - time) <= reach || nearest(samples, event.time) === index;
      const text = event.reason + '\n' + event.message;
      return here && !texts.has(text) && texts.add(text);
    });
  }

  const SIGNS = {'scaled up': '▲', 'scaled down': '▼', 'held': '=', 'failed': '✕'};
  const CLASSES = {'scaled up': 'up', 'scaled down': 'down', 'held': 'held', 'failed': 'failed'};

  /** The content of the tooltip at a time: all charts' values, the decision in force, and the events there. */
  function described(params) {
    const first = [params].flat()[0];
    const index = nearest(samples, first.axisValue ?? first.value[0]);
    if (index < 0) {
      return '';
    }
    const sample = samples[index];
    const swatch = (name, dashed) => {
      const made = element('span', 'swatch' + (dashed ? ' dashed' : ''));
      made.style.borderTopColor = 'var(--' + name + ')';
      return made;
    };
    const row = (mark, name, value) =>
      element('tr', '', element('td', '', mark), element('td', '', name), element('td', '', value));
    const tip = element('div', 'tip',
      element('h4', '', moment(sample.time) + ' UTC'),
      element('table', '', element('tbody', '',
        row(swatch('load', true), 'CPU asked for', figure(sample.load, 2) + ' cores'),
        row(swatch('usage'), 'really used', figure(sample.usage, 2) + ' cores'),
        sample.unmet >= 0.005 ? row('', 'unmet', figure(sample.unmet, 2) + ' cores') : null,
        row(swatch('utilization'), 'Utilization',
          known(sample.utilizationPercent) ? percent(sample.utilizationPercent) : 'unknown'),
        row(swatch('desired'), 'Replicas desired', figure(sample.desiredReplicas)),
        row(swatch('ready'), 'ready', figure(sample.readyReplicas)),
        sample.specReplicas !== sample.desiredReplicas ? row('', 'set in the workload', figure(sample.specReplicas)) : null,
        sample.pods !== sample.readyReplicas ? row('', 'pods, ready or not', figure(sample.pods)) : null)));

    const here = eventsAt(index);
    const decision = decisions[nearest(decisions, sample.time)];
    if (decision && nearest(samples, decision.time) === index) {
      const repeated = here.some(event => event.message.includes(decision.reason));
      tip.append(said(SIGNS[decision.outcome] ?? '•', decision.outcome + replicasOf(decision),
        repeated ? '' : decision.reason));
    }
    for (const event of here.slice(0, 3)) {
      const when = nearest(samples, event.time) === index ? '' : ', ' + clock(event.time);
      tip.append(said(event.warning ? '▲' : '●', event.reason, event.message, event.warning ? 'warning' : 'normal',
        (event.warning ? 'Warning' : 'Normal') + when));
    }
    if (here.length > 3) {
      tip.append(element('div', 'said', element('p', '', 'and ' + many(here.length - 3, 'more event', 'more events'))));
    }
    return tip;
  }

  const replicasOf = decision =>
    decision.currentReplicas === decision.desiredReplicas
      ? ' at ' + decision.currentReplicas
      : ' ' + decision.currentReplicas + ' → ' + decision.desiredReplicas;

  function said(sign, head, text, colorName, kind) {
    const mark = element('span', '', sign + ' ');
    if (colorName) {
      mark.style.color = 'var(--' + colorName + ')';
    }
    const shown = text.length > 200 ? text.slice(0, 199) + '…' : text;
    return element('div', 'said', mark, kind ? kind + ' · ' : null, element('b', '', head),
      shown ? element('p', '', shown) : null);
  }

  function draw() {
    // Printing is always on light paper and as wide as the narrower of A4 and Letter.
    if (printing) {
      root.dataset.theme = 'light';
      plot.style.width = '680px';
    } else {
      delete root.dataset.theme;
      plot.style.width = '';
    }
    const height = layOut();
    plot.style.minHeight = height + 'px';
    box.style.height = height + 'px';
    chart.resize({width: box.clientWidth, height});
    chart.setOption(options(height), {notMerge: true});
    zoomButtons();
  }

  function zoomTo(from, to) {
    const span = Math.min(Math.max(to - from, MINUTE), end - start);
    const middle = (from + to) / 2;
    const begin = Math.min(Math.max(middle - span / 2, start), end - span);
    chart.dispatchAction({type: 'dataZoom', dataZoomIndex: 0, startValue: begin, endValue: begin + span});
  }

  function zoomButtons() {
    const whole = zoomed.from <= start && zoomed.to >= end;
    byId('zoom-out').disabled = whole;
    byId('zoom-all').disabled = whole;
    byId('zoom-in').disabled = zoomed.to - zoomed.from <= MINUTE;
  }

  function showAt(time) {
    const index = nearest(samples, time);
    if (index < 0) {
      return;
    }
    const shown = samples[index].time;
    if (shown < zoomed.from || shown > zoomed.to) {
      const half = (zoomed.to - zoomed.from) / 2;
      zoomTo(shown - half, shown + half);
    }
    const [x] = chart.convertToPixel({gridIndex: 2}, [shown, 0]);
    chart.dispatchAction({type: 'showTip', x, y: PANELS[2].top + PANELS[2].drawn / 2});
  }

  function charts() {
    const summary = recording.summary;
    box.setAttribute('aria-label',
      'Charts of CPU load, CPU utilization, replicas and events from ' + clock(start) + ' to ' + clock(end)
        + ' UTC: between ' + summary.minReplicasSeen + ' and ' + summary.maxReplicasSeen + ' replicas, '
        + many(summary.scaleUps, 'scale-up') + ' and ' + many(summary.scaleDowns, 'scale-down')
        + '. The left and right arrow keys move the crosshair; the table of decisions says the same in words.');
    draw();

    chart.on('datazoom', () => {
      const {startValue, endValue} = chart.getOption().dataZoom[0];
      zoomed = {from: startValue, to: endValue};
      zoomButtons();
    });
    const middle = () => (zoomed.from + zoomed.to) / 2;
    const zoomBy = factor => {
      const half = (zoomed.to - zoomed.from) * factor / 2;
      zoomTo(middle() - half, middle() + half);
    };
    byId('zoom-in').addEventListener('click', () => zoomBy(0.5));
    byId('zoom-out').addEventListener('click', () => zoomBy(2));
    byId('zoom-all').addEventListener('click', () => zoomTo(start, end));

    let cursor = -1;
    box.addEventListener('keydown', event => {
      const step = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10}[event.key];
      if (step && samples.length > 0) {
        cursor = cursor < 0
          ? nearest(samples, middle())
          : Math.min(Math.max(cursor + step, 0), samples.length - 1);
        showAt(samples[cursor].time);
        event.preventDefault();
      } else if (event.key === 'Escape') {
        chart.dispatchAction({type: 'hideTip'});
      }
    });

    let width = box.clientWidth;
    new ResizeObserver(() => {
      if (!printing && box.clientWidth !== width) {
        width = box.clientWidth;
        requestAnimationFrame(draw);
      }
    }).observe(plot);
    dark.addEventListener('change', draw);
    addEventListener('beforeprint', () => {
      printing = true;
      byId('events-section').dataset.was = byId('events-section').open ? 'open' : '';
      byId('events-section').open = true;
      draw();
    });
    addEventListener('afterprint', () => {
      printing = false;
      byId('events-section').open = byId('events-section').dataset.was === 'open';
      draw();
    });
  }

  // ---- Tables -----------------------------------------------------------------------------------------------------

  function cell(className, ...children) {
    const made = element('td', className, ...children);
    made.setAttribute('role', 'cell');
    return made;
  }

  function tableRow(className, ...cells) {
    const made = element('tr', className, ...cells);
    made.setAttribute('role', 'row');
    return made;
  }

  function timeCell(time) {
    const button = element('button', '', moment(time));
    button.type = 'button';
    button.title = 'Show in the charts';
    button.addEventListener('click', () => {
      plot.closest('section').scrollIntoView({block: 'start'});
      showAt(time);
    });
    return cell('time', button);
  }

  /** Figures inside a reason change all the time; it is a new one only if its words changed. */
  const wordsOf = reason => reason.replace(/\d+([.,]\d+)*/g, '#');

  function decisionTable() {
    let shown = 0;
    let previous = null;
    let leader = null;
    const groups = [];
    const rows = decisions.map(decision => {
      const changed = decision.currentReplicas !== decision.desiredReplicas
        || previous === null
        || decision.outcome !== previous.outcome
        || wordsOf(decision.reason) !== wordsOf(previous.reason)
        || decision.conditions !== previous.conditions;
      const reason = cell('reason', decision.reason,
        decision.conditions && decision.conditions !== previous?.conditions
          ? element('span', 'conditions', decision.conditions)
          : null);
      previous = decision;
      if (changed) {
        shown++;
        leader = {reason, more: 0, until: decision.time};
        groups.push(leader);
      } else {
        leader.more++;
        leader.until = decision.time;
      }
      return tableRow((CLASSES[decision.outcome] ?? '') + (changed ? '' : ' unchanged'),
        timeCell(decision.time),
        known(decision.utilizationPercent)
          ? cell('number utilization', percent(decision.utilizationPercent))
          : cell('number utilization none', '–'),
        cell('number current', figure(decision.currentReplicas)),
        cell('number desired', figure(decision.desiredReplicas)),
        cell('outcome', element('span', 'sign', SIGNS[decision.outcome] ?? '•'), decision.outcome),
        reason);
    });
    for (const {reason, more, until} of groups) {
      if (more > 0) {
        reason.append(element('span', 'more', 'and ' + figure(more) + ' more like it, until ' + moment(until)));
      }
    }
    const table = byId('decisions');
    table.tBodies[0].append(...rows);
    const all = byId('all-decisions');
    const show = () => {
      table.classList.toggle('only-changes', !all.checked);
      byId('decisions-shown').textContent = all.checked || shown === rows.length
        ? 'All ' + many(rows.length, 'decision') + '; conditions stand where they changed.'
        : many(shown, 'decision') + ' of ' + figure(rows.length) + ': those that scaled or gave a new outcome, reason or condition.';
    };
    all.addEventListener('change', show);
    show();
  }

  function eventTable() {
    byId('events').tBodies[0].append(...events.map(event => tableRow(event.warning ? 'warning' : 'normal',
      timeCell(event.time),
      cell('type', element('span', 'sign', event.warning ? '▲' : '●'), event.type),
      cell('name', event.reason),
      cell('message', event.message))));
  }

  heading();
  decisionTable();
  eventTable();
  charts();
})();
