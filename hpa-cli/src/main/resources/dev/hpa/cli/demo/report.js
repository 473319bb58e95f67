'use strict';

(() => {
  const {
    recording, start, end, runSeconds, NBSP, byId, clock, moment, known, figure, short, percent, many, duration, nearest,
    element, timeCharts, tipRow, said, cell, tableRow, timeCell,
  } = page;
  const swatch = (name, dashed) => page.swatch('var(--' + name + ')', dashed);

  // ---- Values -----------------------------------------------------------------------------------------------------

  const inCores = milli => (known(milli) ? milli / 1000 : null);
  const samples = recording.samples.map(sample => ({
    ...sample,
    time: Date.parse(sample.at),
    load: inCores(sample.loadMilliCores),
    usage: inCores(sample.usageMilliCores),
    unserved: known(sample.loadMilliCores) && known(sample.usageMilliCores)
      ? Math.max(0, sample.loadMilliCores - sample.usageMilliCores) / 1000
      : null,
  }));
  const events = recording.events.map(event => ({
    ...event,
    time: Date.parse(event.at),
    warning: event.type === 'Warning',
  }));
  const decisions = recording.decisions.map(decision => ({...decision, time: Date.parse(decision.at)}));
  const target = recording.targetUtilization;
  const bandFrom = target * (1 - recording.toleranceDown);
  const bandTo = target * (1 + recording.toleranceUp);
  const bandText = short(bandFrom) + '–' + short(bandTo) + NBSP + '%';
  const highestSeen = samples.reduce(
    (high, s) => Math.max(high, s.desiredReplicas ?? 0, s.readyReplicas, s.specReplicas), Math.max(1, recording.minReplicas));
  const highestUtilization = samples.reduce((high, s) => Math.max(high, s.utilizationPercent ?? 0), Math.max(100, bandTo));
  /** A bound far above everything seen would press the curve to the ground: it is then only named. */
  const showsMaximum = recording.maxReplicas <= Math.max(4, 2.5 * highestSeen);

  // ---- Heading and key figures ------------------------------------------------------------------------------------

  const replicasBy = outcome => decisions.filter(decision => decision.outcome === outcome)
    .reduce((sum, decision) => sum + Math.abs(decision.desiredReplicas - decision.currentReplicas), 0);

  /** Fills in the key figures: name, value, note. */
  function cards(figures) {
    byId('cards').append(...figures.map(([name, value, note]) => element('div', '',
      element('dt', '', name),
      element('dd', 'value', ...value.split(/([\d.,–]+)/).map((part, at) => (at % 2 ? part : element('small', '', part)))),
      element('dd', 'note', note))));
  }

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
    cards([
      ['Decisions', figure(summary.decisions),
        summary.decisions > 1 ? 'one every ' + duration(runSeconds / summary.decisions) : ''],
      ['Scale-ups', '▲' + NBSP + figure(summary.scaleUps), many(replicasBy('scaled up'), 'replica') + ' added'],
      ['Scale-downs', '▼' + NBSP + figure(summary.scaleDowns), many(replicasBy('scaled down'), 'replica') + ' removed'],
      ['Replicas', seen, 'allowed ' + recording.minReplicas + '–' + recording.maxReplicas],
      ['Pod-hours', figure(summary.podHours, 2),
        known(summary.podHours)
          ? figure(always, always < 10 ? 2 : always < 100 ? 1 : 0) + ' at maximum' : ''],
      ['Unserved load', percent(summary.unservedLoadPercent, 1), 'of the CPU demand'],
      ['Time above target', duration(summary.secondsAboveTarget),
        known(summary.secondsAboveTarget) ? percent(100 * summary.secondsAboveTarget / runSeconds) + ' of the run' : ''],
    ]);

    byId('band').textContent = 'target ' + percent(target) + ' with its tolerance, ' + bandText;
    byId('bounds').textContent = showsMaximum
      ? 'bounds, ' + recording.minReplicas + ' and ' + recording.maxReplicas
      : 'lower bound ' + recording.minReplicas + ' (the upper bound, ' + recording.maxReplicas + ', is outside the chart)';
    const warnings = events.filter(event => event.warning).length;
    byId('count-normal').textContent = figure(events.length - warnings) + ' normal';
    byId('count-warning').textContent = many(warnings, 'warning');
    byId('events-count').textContent = figure(events.length - warnings) + ' normal, ' + many(warnings, 'warning');
    byId('remark').textContent = summary.apiRequests ? 'API server: ' + summary.apiRequests : '';
  }

  heading();

  // ---- Charts -----------------------------------------------------------------------------------------------------

  const PANELS = [
    {head: byId('head-load'), headGap: 24, height: 170},
    {head: byId('head-utilization'), headGap: 12, height: 150},
    {head: byId('head-replicas'), headGap: 24, height: 150},
    {head: byId('head-events'), headGap: 6, height: 46, snaps: false},
  ];

  const byTime = value => samples.map(entry => [entry.time, value(entry)]);

  const yAxes = ({muted, upTo, yAxis}) => [
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
  ];

  function series({color, line, horizontal}) {
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
    return [
      line('CPU demand', 0, color('load'), byTime(s => s.load), {
        lineStyle: {width: 2, color: color('load'), type: [6, 3]},
        z: 4,
      }),
      line('CPU usage', 0, color('usage'), byTime(s => s.usage), {
        areaStyle: {color: color('usage-fill'), opacity: 1},
        z: 3,
      }),
      line('unserved, from', 0, 'transparent', byTime(s => (s.unserved === null ? null : Math.min(s.usage, s.load))), {
        stack: 'unserved',
        lineStyle: {opacity: 0},
        showSymbol: false,
        silent: true,
      }),
      line('unserved', 0, 'transparent', byTime(s => s.unserved), {
        stack: 'unserved',
        lineStyle: {opacity: 0},
        areaStyle: {color: color('unserved'), opacity: 1},
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
    ];
  }

  /** The events at the crosshair: those nearest to this sample, or too close to distinguish from it; each text once. */
  function eventsAt(index) {
    const reach = charts.reach();
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

  /** The content of the tooltip at a sample: all charts' values, the decision in force, and the events there. */
  function describe(index) {
    const sample = samples[index];
    const tip = element('div', 'tip',
      element('h4', '', moment(sample.time) + ' UTC'),
      element('table', '', element('tbody', '',
        tipRow(swatch('load', true), 'CPU demand', figure(sample.load, 2) + ' cores'),
        tipRow(swatch('usage'), 'usage', figure(sample.usage, 2) + ' cores'),
        sample.unserved >= 0.005 ? tipRow('', 'unserved', figure(sample.unserved, 2) + ' cores') : null,
        tipRow(swatch('utilization'), 'Utilization',
          known(sample.utilizationPercent) ? percent(sample.utilizationPercent) : 'unknown'),
        tipRow(swatch('desired'), 'Replicas desired', figure(sample.desiredReplicas)),
        tipRow(swatch('ready'), 'ready', figure(sample.readyReplicas)),
        sample.specReplicas !== (sample.desiredReplicas ?? sample.specReplicas) ? tipRow('', 'set in the workload', figure(sample.specReplicas)) : null,
        sample.pods !== sample.readyReplicas ? tipRow('', 'pods, ready or not', figure(sample.pods)) : null)));

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

  const changes = decision => known(decision.desiredReplicas) && decision.currentReplicas !== decision.desiredReplicas;
  const replicasOf = decision =>
    changes(decision)
      ? ' ' + decision.currentReplicas + ' → ' + decision.desiredReplicas
      : ' at ' + decision.currentReplicas;

  const summary = recording.summary;
  const eventsSection = byId('events-section');
  let eventsWereOpen = false;
  const charts = timeCharts({
    panels: PANELS,
    times: samples,
    yAxes,
    series,
    describe,
    tipPanel: 2,
    label:
      'Charts of CPU load, CPU utilization, replicas and events from ' + clock(start) + ' to ' + clock(end)
        + ' UTC: between ' + summary.minReplicasSeen + ' and ' + summary.maxReplicasSeen + ' replicas, '
        + many(summary.scaleUps, 'scale-up') + ' and ' + many(summary.scaleDowns, 'scale-down')
        + '. The left and right arrow keys move the crosshair; the table of decisions contains the same data.',
    beforePrint() {
      eventsWereOpen = eventsSection.open;
      eventsSection.open = true;
    },
    afterPrint() {
      eventsSection.open = eventsWereOpen;
    },
  });

  // ---- Tables -----------------------------------------------------------------------------------------------------

  /** Compares reasons without their numbers, which change in every decision. */
  const wordsOf = reason => reason.replace(/\d+([.,]\d+)*/g, '#');

  /** The conditions that differ from those of the decision before. */
  const newConditions = (decision, previous) =>
    decision.conditions.split(', ').filter(each => !previous?.conditions.split(', ').includes(each)).join(', ');

  function decisionTable() {
    let shown = 0;
    let previous = null;
    let leader = null;
    const groups = [];
    const rows = decisions.map(decision => {
      const changed = changes(decision)
        || previous === null
        || decision.outcome !== previous.outcome
        || wordsOf(decision.reason) !== wordsOf(previous.reason)
        || decision.conditions !== previous.conditions;
      const conditions = newConditions(decision, previous);
      const reason = cell('reason', decision.reason, conditions ? element('span', 'conditions', conditions) : null);
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
        timeCell(decision.time, charts.showAt),
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
        reason.append(element('span', 'more', 'and ' + figure(more) + ' similar, until ' + moment(until)));
      }
    }
    const table = byId('decisions');
    table.tBodies[0].append(...rows);
    const all = byId('all-decisions');
    const show = () => {
      table.classList.toggle('only-changes', !all.checked);
      byId('decisions-shown').textContent = all.checked || shown === rows.length
        ? 'All ' + many(rows.length, 'decision') + '; conditions are shown where they changed.'
        : many(shown, 'decision') + ' of ' + figure(rows.length) + ': those that scaled or gave a new outcome, reason or condition.';
    };
    all.addEventListener('change', show);
    show();
  }

  function eventTable() {
    byId('events').tBodies[0].append(...events.map(event => tableRow(event.warning ? 'warning' : 'normal',
      timeCell(event.time, charts.showAt),
      cell('type', element('span', 'sign', event.warning ? '▲' : '●'), event.type),
      cell('name', event.reason),
      cell('message', event.message))));
  }

  decisionTable();
  eventTable();
})();
