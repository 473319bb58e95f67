'use strict';

(() => {
  const {
    recording, start, end, runSeconds, dated, NBSP, byId, clock, date, moment, known, figure, percent, many, duration, element,
    timeCharts, tipRow, swatch, cell, tableRow, cards, timeCell,
  } = page;

  // ---- Values -----------------------------------------------------------------------------------------------------

  const COLORS = 6;
  const {load} = recording;
  /** A line of pairs: seconds since the start, and a value that is null where it is unknown. */
  const line = pairs => pairs.map(([seconds, value]) => ({time: start + 1000 * seconds, value}));
  const fileName = recorded => recorded.name.split(/[\\/]/).pop();
  const demand = line(load.line);
  const gaps = load.gaps.map(([from, to]) => ({from: start + 1000 * from, to: start + 1000 * to}));
  const variants = recording.variants.map((variant, index) => ({
    ...variant,
    colorName: 'variant-' + (1 + index % COLORS),
    replicas: line(variant.replicas),
    ready: line(variant.ready),
    unserved: line(variant.unserved),
    bounds: (variant.bounds ?? []).map(([seconds, min, max]) => ({time: start + 1000 * seconds, min, max})),
  }));
  /** The times that the crosshair stops at: an even grid, and every scale event. */
  const GRID = 2000;
  const gridStep = 1000 * recording.syncPeriodSeconds * Math.ceil(runSeconds / recording.syncPeriodSeconds / GRID);
  const times = [...new Set([
    ...Array.from({length: Math.floor((end - start) / gridStep) + 1}, (unused, index) => start + index * gridStep),
    ...variants.flatMap(variant => variant.replicas.map(each => each.time)),
    ...variants.flatMap(variant => variant.bounds.map(each => each.time)),
  ])].sort((one, other) => one - other).map(time => ({time}));
  const inGap = time => gaps.some(gap => gap.from < time && time < gap.to);

  /** The index of the last point not after a time; -1 before the first. */
  function lastAt(points, time) {
    let low = 0;
    let high = points.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (points[middle].time <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  const stepAt = (points, time) => points[Math.max(0, lastAt(points, time))]?.value;
  /** The value of a line whose points are about the time before them. */
  const beforeAt = (points, time) => points[Math.min(points.length - 1, lastAt(points, time - 1) + 1)]?.value;

  function lineAt(points, time) {
    const at = lastAt(points, time);
    const [one, other] = [points[at], points[at + 1]];
    if (!one || !other || one.time === time || !known(one.value) || !known(other.value)) {
      return (one ?? other)?.value;
    }
    return one.value + (other.value - one.value) * (time - one.time) / (other.time - one.time);
  }

  const {changes = [], notes = []} = recording;
  const timeOf = ({recorded, replayed}) => Date.parse(recorded?.until ?? replayed.at);

  const highest = variants.reduce((high, variant) =>
    [...variant.replicas.map(each => each.value), ...variant.bounds.map(each => each.max)]
      .reduce((most, value) => Math.max(most, value), high), 4);
  const boundsAt = (variant, time) => variant.bounds[lastAt(variant.bounds, time)];
  const amount = value => (known(value) ? value.toLocaleString('en-US', {maximumSignificantDigits: 4}) : '–');
  /** A label of an axis, which has no room for the zeros of a small number. */
  const tick = value => (value > 0 && value < 0.001 ? Number(value.toPrecision(2)).toExponential() : amount(value));
  const share = value => (known(value) ? (value > 0 && value < 0.0001 ? '<0.01' + NBSP + '%' : percent(100 * value, 2)) : '?');
  const minutes = value => (known(value) ? duration(60 * value) : '?');
  const cssColor = variant => 'var(--' + variant.colorName + ')';

  // ---- Heading and figures ----------------------------------------------------------------------------------------

  function heading() {
    byId('subtitle').textContent = recording.subtitle ?? (variants.length === 1
      ? 'What ' + variants[0].autoscaler + ' would have done under the load ' + fileName(load) + '.'
      : 'What ' + many(variants.length, 'HPA') + ' would have done under the load ' + fileName(load) + '.');
    const from = dated ? new Date(start).toISOString().slice(0, 10) + ', ' + clock(start) : moment(start);
    const until = Math.floor(start / 86_400_000) === Math.floor(end / 86_400_000) ? clock(end) : date(end) + ' ' + clock(end);
    const facts = [
      from + '–' + until + (dated ? ' UTC' : ' since the start of the load'),
      duration(runSeconds) + ', after a warm-up of ' + duration(recording.warmUpSeconds),
      'demand ' + amount(load.min) + '–' + amount(load.max) + ', ' + amount(load.avg) + ' on average',
      'sync period ' + duration(recording.syncPeriodSeconds),
      ...[load, ...load.metrics].map(gapText).filter(text => text !== ''),
    ];
    byId('facts').append(...facts.map(fact => element('li', '', fact)));
    byId('flap-window').textContent =
      'A flap is a scale event against the direction of the one before, within ' + duration(recording.flapWindowSeconds) + ' of it.';
    if (!dated) {
      byId('zone').textContent = 'since the start';
      byId('clock').textContent = 'All times count from the start of the load, which has no dates.';
    }
    byId('gap-legend').hidden = gaps.length === 0;
    byId('change-legend').hidden = changes.length === 0;
    if (changes.length > 0) {
      document.querySelector('main > section').before(byId('charts-section'));
    }
    document.querySelector('.legend.variants').append(
      ...variants.map(variant => element('li', '', swatch(cssColor(variant)), variant.name)));
  }

  function gapText(recorded) {
    const count = recorded.gapCount ?? recorded.gaps.length;
    return count === 0
      ? ''
      : many(count, 'gap') + ' in ' + fileName(recorded) + ', ' + duration(recorded.gapSeconds) + ' in total: '
        + (recording.gapRule === 'hold' ? 'filled with the previous value' : 'interpolated') + '; not part of any demand figure';
  }

  /** A variant beside the first one, in a sentence. */
  function verdict({name, summary}) {
    const {summary: first, name: firstName} = variants[0];
    const served = (value, word) => (value === 0 ? 'nothing unserved' : share(value) + (word ? ' of the demand' : '') + ' unserved');
    if (name === firstName) {
      return name + ': ' + figure(summary.podHours, 1) + ' pod-hours'
        + (known(summary.unservedShare) ? ', ' + served(summary.unservedShare, true) : '') + '.';
    }
    const ratio = summary.podHours / first.podHours - 1;
    const cost = !known(ratio) || Math.abs(ratio) < 0.005
      ? 'as many pod-hours as ' + firstName
      : percent(100 * Math.abs(ratio)) + (ratio < 0 ? ' fewer' : ' more') + ' pod-hours than ' + firstName;
    return name + ': ' + cost + (known(summary.unservedShare)
      ? ', ' + served(summary.unservedShare) + (summary.unservedShare === first.unservedShare ? ' as well' : '') : '') + '.';
  }

  /** Whether a figure is the lowest of all variants, and not that of all. */
  function isBest(of, summary) {
    const values = variants.map(each => of(each.summary)).filter(known);
    const low = Math.min(...values);
    return values.length > 1 && of(summary) === low && values.some(value => value > low);
  }

  function elasticity({under, underTime, over, overTime}) {
    return 'too few pods: θ ' + share(under) + ', τ ' + share(underTime) + '; too many: θ ' + share(over) + ', τ ' + share(overTime);
  }

  function variantTable() {
    byId('verdict').append(...variants.map(each => element('li', '', verdict(each))));
    byId('variants').tBodies[0].append(...variants.map(variant => {
      const {summary} = variant;
      const number = (...children) => cell('number', ...children);
      const lowest = (of, text) => cell(isBest(of, summary) ? 'number best' : 'number', text);
      const minute = summary.worstMinute
        ? moment(Date.parse(summary.worstMinute)).slice(0, -3) + ', ' + share(summary.worstMinuteShare)
        : known(summary.unservedShare) ? '–' : '?';
      return tableRow('',
        cell('', swatch(cssColor(variant)), variant.name),
        number(summary.minReplicas + '–' + summary.maxReplicas),
        lowest(each => each.avgReplicas, figure(summary.avgReplicas, 1)),
        lowest(each => each.podHours, figure(summary.podHours, 1)),
        number(figure(summary.scaleUps)),
        number(figure(summary.scaleDowns)),
        lowest(each => each.flaps, figure(summary.flaps)),
        lowest(each => each.unservedShare, share(summary.unservedShare)),
        lowest(each => each.unservedMinutes, minutes(summary.unservedMinutes)),
        summary.worstMinute
          ? timeCell(Date.parse(summary.worstMinute), time => charts.showAt(time, 1_800_000), minute,
            'number time' + (isBest(each => each.worstMinuteShare, summary) ? ' best' : ''))
          : number(minute),
        lowest(each => each.minutesAtMax, minutes(summary.minutesAtMax)),
        summary.failed > 0
          ? cell('number worse', figure(summary.decisions) + ', ' + figure(summary.failed) + ' failed')
          : number(figure(summary.decisions)));
    }));
    cards(byId('variants'));
  }

  function assumptions() {
    byId('assumptions').append(...variants.flatMap(variant => [
      element('dt', '', swatch(cssColor(variant)), variant.name),
      element('dd', '', variant.workload + ', ' + variant.minReplicas + '–' + variant.maxReplicas + ' replicas; a ready pod serves a demand of '
        + (known(variant.capacityPerPod) ? amount(variant.capacityPerPod) : 'an unknown amount')),
      ...variant.options.map(option => element('dd', '', option.key + ': ' + option.value)),
      ...variant.metrics.map(metric => element('dd', '', metric)),
      variant.summary.elasticity ? element('dd', '', elasticity(variant.summary.elasticity)) : '',
      variant.note ? element('dd', '', variant.note) : '',
      ...variant.failures.slice(0, 3).map(failure => element('dd', 'failed',
        many(failure.times, 'decision') + ' failed, the first at ' + moment(Date.parse(failure.first)) + ': ' + failure.message)),
    ]));
  }

  // ---- Charts -----------------------------------------------------------------------------------------------------

  const PANELS = [
    {head: byId('head-demand'), headGap: 24, height: 200, snaps: false},
    {head: byId('head-replicas'), headGap: 24, height: 200, snaps: false},
    {head: byId('head-unserved'), headGap: 24, height: 110, snaps: false},
  ];
  const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

  const points = (list, value = each => each) => list.map(each => [each.time, known(each.value) ? value(each.value) : null]);

  /** The demand at even distances, which the slider needs: it draws the points of its line side by side. */
  function overview() {
    const slots = Array.from({length: 300}, (unused, slot) => {
      const time = start + (slot + 0.5) * (end - start) / 300;
      return [time, inGap(time) ? null : lineAt(demand, time)];
    });
    for (const {time, value} of demand) {
      const slot = slots[Math.min(slots.length - 1, Math.floor((time - start) / (end - start) * slots.length))];
      slot[1] = known(value) && known(slot[1]) ? Math.max(slot[1], value) : slot[1];
    }
    return slots;
  }

  const yAxes = ({muted, upTo, yAxis}) => [
    yAxis(0, 'units', {axisLabel: {...muted, formatter: tick}}),
    yAxis(1, 'replicas', upTo(highest, STEPS)),
    yAxis(2, 'units', {splitNumber: 2, axisLabel: {...muted, formatter: tick}}),
  ];

  /** The bounds of schedules as a band of replicas: the space below it, and its height on top. */
  function band(variant, its, drawn) {
    if (variant.bounds.length === 0) {
      return [];
    }
    const edges = [...variant.bounds, {...variant.bounds.at(-1), time: end}];
    const more = {step: 'end', silent: true, stack: variant.name + ' bounds', lineStyle: {width: 1, type: 'dashed', color: its}, z: 1};
    return [
      drawn(variant.name + ' min', 1, its, edges.map(each => [each.time, each.min]), more),
      drawn(variant.name + ' max', 1, its, edges.map(each => [each.time, each.max - each.min]),
        {...more, areaStyle: {color: its, opacity: 0.08}}),
    ];
  }

  /** The changes of an incident as vertical lines. */
  const changeMarks = color => ({
    silent: true,
    symbol: 'none',
    label: {show: false},
    data: changes.map(change => ({
      xAxis: timeOf(change),
      lineStyle: {color: color(change.agreement === 'same' ? 'bound' : 'warning'), width: change.agreement === 'same' ? 1 : 2, type: 'solid'},
    })),
  });

  const series = ({color, line: drawn}) => [
    drawn('overview', 0, color('load'), overview(), {silent: true, lineStyle: {opacity: 0}}),
    drawn('demand', 0, color('load'), points(demand), {
      lineStyle: {width: 1.5, color: color('load')},
      connectNulls: false,
      z: 4,
      markArea: {
        silent: true,
        itemStyle: {color: color('band')},
        data: gaps.map(gap => [{xAxis: gap.from}, {xAxis: gap.to}]),
      },
    }),
    ...variants.flatMap(variant => {
      const its = color(variant.colorName);
      const stepped = {step: 'end', lineStyle: {width: 1.5, color: its}, z: 3};
      const capacity = known(variant.capacityPerPod) ? points(variant.ready, ready => ready * variant.capacityPerPod) : [];
      return [
        drawn(variant.name + ' capacity', 0, its, capacity, stepped),
        ...band(variant, its, drawn),
        drawn(variant.name + ' replicas', 1, its, points(variant.replicas),
          variant === variants[0] ? {...stepped, markLine: changeMarks(color)} : stepped),
        drawn(variant.name + ' unserved', 2, its, points(variant.unserved), {
          step: 'start',
          lineStyle: {width: 1.5, color: its},
          areaStyle: {color: its, opacity: 0.25},
        }),
      ];
    }),
  ];

  function describe(index) {
    const {time} = times[index];
    const rows = variants.flatMap(variant => {
      const replicas = stepAt(variant.replicas, time);
      const ready = stepAt(variant.ready, time);
      const bounds = boundsAt(variant, time);
      const unserved = beforeAt(variant.unserved, time);
      return [
        tipRow(swatch(cssColor(variant)), variant.name,
          many(replicas, 'replica') + (ready === replicas ? '' : ', ' + figure(ready) + ' ready')),
        bounds ? tipRow('', 'bounds', figure(bounds.min) + '–' + figure(bounds.max)) : null,
        unserved > 0 ? tipRow('', 'unserved', amount(unserved)) : null,
      ];
    });
    return element('div', 'tip',
      element('h4', '', moment(time) + (dated ? ' UTC' : '')),
      element('table', '', element('tbody', '',
        tipRow(swatch('var(--load)'), 'demand', inGap(time) ? 'not recorded' : amount(lineAt(demand, time))),
        ...rows)));
  }

  heading();
  variantTable();
  assumptions();

  const scaleEventsSection = byId('scale-events-section');
  const charts = timeCharts({
    panels: PANELS,
    times,
    yAxes,
    series,
    describe,
    tipPanel: 0,
    label: 'Charts of replicas, demand with capacity, and unserved demand from ' + moment(start) + ' to ' + moment(end)
      + ' UTC. The left and right arrow keys move the crosshair; the tables contain the same data.',
  });

  // ---- Scale events -----------------------------------------------------------------------------------------------

  function scalingTable() {
    const all = variants
      .flatMap(variant => variant.scaleEvents.map(scaling => ({...scaling, variant, time: Date.parse(scaling.at)})))
      .sort((one, other) => one.time - other.time);
    byId('scale-events-count').textContent = many(all.length, 'scale event');
    scaleEventsSection.querySelector('tbody').append(...all.map(scaling => tableRow('',
      timeCell(scaling.time, charts.showAt),
      cell('', swatch(cssColor(scaling.variant)), scaling.variant.name),
      cell('number', scaling.from + ' → ' + scaling.to),
      cell('long', scaling.reason))));
    cards(byId('scale-events'));
  }

  /** The changes of an incident, with what a replay of the recorded load makes of each. */
  function changesTable() {
    if (changes.length + notes.length === 0) {
      byId('changes-section').remove();
      return;
    }
    byId('notes').append(...notes.map(note => element('li', '', 'Note: ' + note + '.')));
    const step = each => (each ? each.from + ' → ' + each.to : '–');
    byId('changes').tBodies[0].append(...changes.map(({recorded, replayed, agreement, why, event}) => tableRow('',
      timeCell(timeOf({recorded, replayed}), charts.showAt),
      cell('number', step(recorded)),
      cell('number', step(replayed)),
      cell(agreement === 'same' ? 'agreement' : 'agreement worse', agreement),
      cell('long', event && agreement !== 'same' ? why + ' (event of the controller: ' + event + ')' : why))));
    cards(byId('changes'));
  }

  changesTable();
  scalingTable();
})();
