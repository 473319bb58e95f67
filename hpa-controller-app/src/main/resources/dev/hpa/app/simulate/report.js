'use strict';

(() => {
  const {
    recording, start, end, runSeconds, byId, clock, moment, known, figure, short, percent, many, duration, element,
    timeCharts, tipRow, swatch, cell, tableRow, timeCell,
  } = page;

  // ---- Values -----------------------------------------------------------------------------------------------------

  const COLORS = 6;
  const variants = recording.variants.map((variant, index) => ({
    ...variant,
    colorName: 'variant-' + (1 + index % COLORS),
    moments: variant.timeline.map(each => ({...each, time: Date.parse(each.at)})),
  }));
  const moments = variants[0].moments;
  const highest = (value, least) =>
    variants.reduce((high, variant) => variant.moments.reduce((most, each) => Math.max(most, value(each) ?? 0), high), least);
  const amount = value => (known(value) ? value.toLocaleString('en-US', {maximumSignificantDigits: 4}) : '–');
  const share = value => (known(value) ? percent(100 * value, 2) : '?');
  const minutes = value => (known(value) ? duration(60 * value) : '?');
  const cssColor = variant => 'var(--' + variant.colorName + ')';

  // ---- Heading and figures ----------------------------------------------------------------------------------------

  function heading() {
    const {load} = recording;
    byId('subtitle').textContent = variants.length === 1
      ? 'What ' + variants[0].autoscaler + ' would have done under the load ' + load.name + '.'
      : 'What ' + many(variants.length, 'autoscaler') + ' would have done under the load ' + load.name + '.';
    const facts = [
      new Date(start).toISOString().slice(0, 10) + ', ' + clock(start) + '–' + moment(end) + ' UTC',
      duration(runSeconds) + ', after a lead-in of ' + recording.leadIn,
      'demand ' + amount(load.min) + '–' + amount(load.max) + ', ' + amount(load.avg) + ' on average',
      'a look every ' + recording.syncPeriod,
    ];
    byId('facts').append(...facts.map(fact => element('li', '', fact)));
    byId('flap-window').textContent =
      'A flap is a scaling against the direction of the one before, within ' + recording.flapWindow + ' of it.';
    document.querySelector('.legend.variants').append(
      ...variants.map(variant => element('li', '', swatch(cssColor(variant)), variant.name)));
  }

  function variantTable() {
    byId('variants').tBodies[0].append(...variants.map(variant => {
      const {summary} = variant;
      const number = (...children) => cell('number', ...children);
      const minute = summary.worstMinute
        ? moment(Date.parse(summary.worstMinute)).slice(0, -3) + ', ' + share(summary.worstMinuteShare)
        : known(summary.unmetShare) ? '–' : '?';
      return tableRow('',
        cell('', swatch(cssColor(variant)), variant.name),
        number(summary.minReplicas + '–' + summary.maxReplicas),
        number(figure(summary.avgReplicas, 1)),
        number(figure(summary.podHours, 1)),
        number(figure(summary.scaleUps)),
        number(figure(summary.scaleDowns)),
        number(figure(summary.flaps)),
        number(share(summary.unmetShare)),
        number(minutes(summary.unmetMinutes)),
        number(minute),
        number(minutes(summary.minutesAtMax)),
        summary.failed > 0
          ? cell('number worse', figure(summary.decisions) + ', ' + figure(summary.failed) + ' failed')
          : number(figure(summary.decisions)));
    }));
  }

  function assumptions() {
    byId('assumptions').append(...variants.flatMap(variant => [
      element('dt', '', swatch(cssColor(variant)), variant.name),
      element('dd', '', variant.workload + ', ' + variant.minReplicas + '–' + variant.maxReplicas + ' replicas; a ready pod carries '
        + (known(variant.capacityPerPod) ? amount(variant.capacityPerPod) : 'nobody knows how much')),
      ...variant.metrics.map(metric => element('dd', '', metric)),
      variant.note ? element('dd', '', variant.note) : '',
      ...variant.failures.slice(0, 3).map(failure => element('dd', 'failed',
        many(failure.times, 'decision') + ' failed, the first at ' + moment(Date.parse(failure.first)) + ': ' + failure.message)),
    ]));
  }

  // ---- Charts -----------------------------------------------------------------------------------------------------

  const PANELS = [
    {head: byId('head-demand'), headGap: 24, height: 200},
    {head: byId('head-replicas'), headGap: 24, height: 200},
    {head: byId('head-unmet'), headGap: 24, height: 110},
  ];
  const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

  const byTime = (list, value) => list.map(each => [each.time, value(each)]);

  /** Of a number that seldom changes the points on both sides of its changes, and both ends. */
  function changes(list, value) {
    const differ = (one, other) => !list[one] || !list[other] || value(list[one]) !== value(list[other]);
    return list
      .filter((each, at) => differ(at, at - 1) || differ(at, at + 1))
      .map(each => [each.time, value(each)]);
  }

  const yAxes = ({muted, upTo, yAxis}) => [
    yAxis(0, 'units', {axisLabel: {...muted, formatter: short}}),
    yAxis(1, 'replicas', upTo(highest(each => each.replicas, 4), STEPS)),
    yAxis(2, 'units', {splitNumber: 2, axisLabel: {...muted, formatter: short}}),
  ];

  const series = ({color, line}) => [
    line('demand', 0, color('load'), byTime(moments, each => each.demand), {
      lineStyle: {width: 2, color: color('load'), type: [6, 3]},
      z: 4,
    }),
    ...variants.flatMap(variant => {
      const its = color(variant.colorName);
      const stepped = {step: 'end', lineStyle: {width: 1.5, color: its}, z: 3};
      return [
        line(variant.name + ' capacity', 0, its, changes(variant.moments, each => each.capacity), stepped),
        line(variant.name + ' replicas', 1, its, changes(variant.moments, each => each.replicas), stepped),
        line(variant.name + ' unmet', 2, its, changes(variant.moments, each => each.unmet), {
          step: 'start',
          lineStyle: {width: 1.5, color: its},
          areaStyle: {color: its, opacity: 0.25},
        }),
      ];
    }),
  ];

  function describe(index) {
    const rows = variants.flatMap(variant => {
      const each = variant.moments[index];
      return [
        tipRow(swatch(cssColor(variant)), variant.name,
          many(each.replicas, 'replica') + (each.ready === each.replicas ? '' : ', ' + figure(each.ready) + ' ready')),
        each.unmet > 0 ? tipRow('', 'unmet', amount(each.unmet)) : null,
      ];
    });
    return element('div', 'tip',
      element('h4', '', moment(moments[index].time) + ' UTC'),
      element('table', '', element('tbody', '',
        tipRow(swatch('var(--load)', true), 'demand', amount(moments[index].demand)),
        ...rows)));
  }

  heading();
  variantTable();
  assumptions();

  const scalingsSection = byId('scalings-section');
  const charts = timeCharts({
    panels: PANELS,
    times: moments,
    yAxes,
    series,
    describe,
    tipPanel: 0,
    label: 'Charts of replicas, demand with capacity, and unmet demand from ' + clock(start) + ' to ' + clock(end)
      + ' UTC. The left and right arrow keys move the crosshair; the tables say the same in words.',
  });

  // ---- Scalings ---------------------------------------------------------------------------------------------------

  function scalingTable() {
    const all = variants
      .flatMap(variant => variant.scalings.map(scaling => ({...scaling, variant, time: Date.parse(scaling.at)})))
      .sort((one, other) => one.time - other.time);
    byId('scalings-count').textContent = many(all.length, 'scaling');
    scalingsSection.querySelector('tbody').append(...all.map(scaling => tableRow('',
      timeCell(scaling.time, charts.showAt),
      cell('', swatch(cssColor(scaling.variant)), scaling.variant.name),
      cell('number', scaling.from + ' → ' + scaling.to),
      cell('message', scaling.reason))));
  }

  scalingTable();
})();
