'use strict';

(() => {
  const {
    recording, byId, clock, known, figure, short, many, duration, element, timeCharts, tipRow, swatch, cell, tableRow,
  } = page;

  const COLORS = 4;
  const contenders = recording.outcomes.map((outcome, index) => ({
    ...outcome,
    colorName: 'contender-' + (1 + index % COLORS),
    periods: outcome.periods.map(period => ({
      ...period,
      time: 1000 * period.second,
      requests: period.requests.reduce((sum, each) => sum + each.count, 0),
    })),
  }));
  const cssColor = contender => 'var(--' + contender.colorName + ')';
  const longest = contenders.reduce((one, other) => (other.periods.length > one.periods.length ? other : one));
  const decisions = period => (known(period.reconciled) ? period.reconciled : period.written);

  function heading() {
    const {population, profile} = recording;
    byId('subtitle').textContent = 'The profile ' + profile.toLowerCase() + ', with '
      + (population.usage === 'STEADY' ? 'metrics that do not change.' : 'metrics that change at every scrape.');
    byId('facts').append(...[
      many(population.autoscalers, 'HPA') + ' in ' + many(population.namespaces, 'namespace'),
      many(population.pods, 'pod'),
      'sync period ' + duration(recording.periodSeconds),
      many(recording.periods, 'period') + ' measured',
      many(recording.processors, 'processor'),
    ].map(fact => element('li', '', fact)));
    byId('ratio-hint').textContent = contenders.length > 1 ? 'Ratio: the value of the first controller divided by that of the other.' : '';
    byId('remark').textContent = recording.remarks.join(' ');
    byId('clock').textContent = 'Times are relative to the start of each controller.';
    document.querySelector('.legend.contenders').append(
      ...contenders.map(each => element('li', '', swatch(cssColor(each)), each.name)));
    byId('commands').append(...contenders.flatMap(each => [
      element('dt', '', swatch(cssColor(each)), each.name), element('dd', '', each.command)]));
  }

  function table(id, measures) {
    const head = contenders.flatMap((each, index) => [
      element('th', 'number', each.name),
      index > 0 ? element('th', 'number', 'Ratio') : null,
    ]);
    byId(id).tHead.append(element('tr', '', element('th', ''), ...head));
    byId(id).tBodies[0].append(...measures.map(measure => tableRow('',
      cell('', measure.name),
      ...contenders.flatMap((each, index) => [
        cell('number', figure(measure.values[index], measure.digits)),
        index > 0 ? cell('number ratio', figure(measure.ratios[index], 2)) : null,
      ]).filter(each => each))));
  }

  const PANELS = [
    {head: byId('head-decisions'), headGap: 24, height: 130},
    {head: byId('head-lateness'), headGap: 24, height: 110},
    {head: byId('head-cpu'), headGap: 24, height: 150},
    {head: byId('head-memory'), headGap: 24, height: 110},
    {head: byId('head-requests'), headGap: 24, height: 110},
  ];

  const points = (contender, value) => contender.periods.map(each => [each.time, value(each)]);
  const late = period => (period.lateness ? period.lateness.p99 : null);

  const yAxes = ({muted, yAxis}) => [
    yAxis(0, 'number', {axisLabel: {...muted, formatter: short}}),
    yAxis(1, 's', {splitNumber: 2, axisLabel: {...muted, formatter: short}}),
    yAxis(2, 's', {axisLabel: {...muted, formatter: short}}),
    yAxis(3, 'MB', {splitNumber: 2, axisLabel: {...muted, formatter: short}}),
    yAxis(4, 'number', {splitNumber: 2, axisLabel: {...muted, formatter: short}}),
  ];

  const series = ({color, line}) => contenders.flatMap(contender => {
    const seriesColor = color(contender.colorName);
    const first = contender.periods.find(each => each.measured);
    const plain = {showSymbol: true, symbolSize: 4, lineStyle: {width: 2, color: its}};
    const {recovery} = contender;
    const marks = [
      ...(first ? [first.time - 1000 * recording.periodSeconds] : []),
      ...(recovery ? [1000 * recovery.beginSecond, 1000 * recovery.endSecond] : []),
    ];
    const begin = {
      markLine: {silent: true, symbol: 'none', label: {show: false}, data: marks.map(time => ({xAxis: time})),
        lineStyle: {color: its, type: [6, 4]}},
    };
    return [
      line(contender.name + ' decisions', 0, its, points(contender, decisions), {...plain, ...begin}),
      line(contender.name + ' lateness', 1, its, points(contender, late), plain),
      line(contender.name + ' CPU', 2, its, points(contender, each => each.cpuSeconds), plain),
      line(contender.name + ' sandbox', 2, its, points(contender, each => each.sandboxCpuSeconds), {
        lineStyle: {width: 1.5, color: its, type: [6, 4]},
      }),
      line(contender.name + ' memory', 3, its, points(contender, each => each.residentBytes / 1e6), plain),
      line(contender.name + ' requests', 4, its, points(contender, each => each.requests), plain),
    ];
  });

  function describe(index) {
    const rows = contenders.flatMap(contender => {
      const each = contender.periods[index];
      return each
        ? [
          tipRow(swatch(cssColor(contender)), contender.name, figure(decisions(each)) + ' decisions'),
          tipRow('', 'CPU', figure(each.cpuSeconds, 2) + ' s'),
          tipRow('', 'memory', figure(each.residentBytes / 1e6) + ' MB'),
          tipRow('', 'requests', figure(each.requests)),
          each.lateness ? tipRow('', 'lateness p99', figure(late(each), 2) + ' s') : null,
        ]
        : [];
    });
    return element('div', 'tip',
      element('h4', '', clock(longest.periods[index].time) + ' after the start'),
      element('table', '', element('tbody', '', ...rows.filter(each => each))));
  }

  heading();
  table('figures', recording.measures);
  table('requests', recording.requests);
  timeCharts({
    panels: PANELS,
    times: longest.periods,
    yAxes,
    series,
    describe,
    tipPanel: 0,
    label: 'Charts of decisions, lateness, CPU, memory and requests in each period. The left and right arrow keys move'
      + ' the crosshair; the tables contain the same data.',
  });
})();
