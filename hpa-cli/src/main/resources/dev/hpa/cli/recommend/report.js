'use strict';

(() => {
  const {recording, byId, known, figure, short, percent, element, cell, tableRow} = page;
  const {today, recommendations, front, search, goal} = recording;

  const MEANINGS = {
    cheaper: 'Meets the goal with the recorded load.',
    balanced: 'Meets the goal even if a pod serves only 90 % of its capacity.',
    safer: 'Meets the goal even if a pod serves only 75 % of its capacity.',
  };
  const share = value => (known(value)
    ? value > 0 && value < 0.00001 ? '< 0.001 %' : percent(100 * value, value >= 0.1 || value === 0 ? 0 : value >= 0.01 ? 1 : 3)
    : '–');
  const color = name => 'var(--' + name + ')';

  function dot(name) {
    const made = element('span', 'dot');
    made.style.background = color(name);
    return made;
  }

  // ---- Heading and table ------------------------------------------------------------------------------------------

  byId('subtitle').textContent = 'Settings of ' + recording.autoscaler + ' under ' + recording.load.name + '.';
  byId('facts').append(...[
    short(recording.load.searchedDays) + ' days searched, ' + short(recording.load.verifiedDays) + ' days verified',
    figure(search.candidates) + ' settings',
    figure(search.simulatedDays) + ' simulated days in ' + short(search.seconds) + ' s: ' + figure(search.daysPerSecond)
      + ' per second on ' + figure(search.cores) + ' cores',
    'seed ' + search.seed,
  ].map(fact => element('li', '', fact)));
  byId('clock').textContent = '';
  byId('goal').textContent = 'Goal: at most ' + share(goal.maxUnserved) + ' unserved and ' + short(goal.maxFlapsPerDay) + ' flaps per day.';
  byId('warnings').append(...recording.warnings.map(warning => element('li', '', warning)));
  if (recording.obstacle || recording.keep) {
    byId('obstacle').hidden = false;
    byId('obstacle').textContent = recording.obstacle
      ? 'No recommendation: ' + recording.obstacle + '.'
      : 'Keep today’s setting: it meets the goal, and no setting saves ' + share(goal.minSaving) + ' of the pod-hours.';
  }

  const misses = figures => figures.unserved > goal.maxUnserved || figures.flapsPerDay > goal.maxFlapsPerDay;
  byId('settings').tBodies[0].append(...[{name: 'today', ...today}, ...recommendations].map(each => {
    const number = (text, of) => cell(of && misses(of) ? 'number missed' : 'number', text);
    return tableRow('',
      cell('', dot(each.name), each.name),
      number(figure(each.podHoursPerDay, 1)),
      number(known(each.saving) ? share(each.saving) : ''),
      number(share(each.unserved), each),
      number(short(each.flapsPerDay), each),
      number(figure(each.peak)),
      number(known(each.verified.saving) ? share(each.verified.saving) : ''),
      number(share(each.verified.unserved), each.verified),
      number(short(each.verified.flapsPerDay), each.verified));
  }));

  // ---- Pareto front -----------------------------------------------------------------------------------------------

  const css = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const box = byId('front');
  const chart = echarts.init(box, null, {renderer: 'svg'});
  const smallest = [...front, today, ...recommendations].map(each => each.unserved).filter(value => value > 0)
    .reduce((least, value) => Math.min(least, value), 0.01);
  const floor = 10 ** Math.floor(Math.log10(Math.max(smallest, 1e-6)) - 1);
  const point = each => [each.podHoursPerDay, Math.max(floor, each.unserved)];

  function draw() {
    const muted = {color: css('muted')};
    const axis = {
      nameTextStyle: muted, axisLabel: muted,
      axisLine: {lineStyle: {color: css('axis')}}, splitLine: {lineStyle: {color: css('grid')}},
    };
    chart.setOption({
      animation: false,
      grid: {left: 76, right: 24, top: 36, bottom: 48},
      legend: {top: 0, textStyle: {color: css('text')}},
      tooltip: {
        trigger: 'item',
        backgroundColor: css('surface'),
        textStyle: {color: css('text')},
        formatter: ({seriesName, dataIndex, value}) => {
          const tip = element('div', '', element('b', '', seriesName), element('div', '',
            figure(value[0], 1) + ' pod-hours per day, ' + (value[1] === floor ? '0 %' : share(value[1])) + ' unserved'));
          const changes = seriesName === 'front' ? front[dataIndex].changes : [];
          tip.append(...changes.map(change => element('div', '', change.name + ': ' + change.to)));
          return tip;
        },
      },
      xAxis: {...axis, type: 'value', scale: true, name: 'pod-hours per day', nameLocation: 'middle', nameGap: 30},
      yAxis: {
        ...axis, type: 'log', min: floor, name: 'unserved',
        axisLabel: {...muted, formatter: value => (value <= floor ? '0 %' : short(100 * value) === '0' ? Number((100 * value).toPrecision(1)) + ' %' : share(value))},
      },
      series: [
        {name: 'front', type: 'line', step: 'end', data: front.map(point), symbolSize: 6,
          lineStyle: {color: css('axis'), width: 1.5}, itemStyle: {color: css('axis')}},
        ...[{name: 'today', ...today}, ...recommendations].map(each => ({
          name: each.name, type: 'scatter', data: [point(each)], symbolSize: 14, itemStyle: {color: css(each.name)}, z: 5,
          symbol: each.name === 'today' ? 'diamond' : 'circle',
        })),
      ],
    });
  }

  draw();
  box.setAttribute('aria-label', 'Pareto front of ' + front.length + ' settings; the table below has the same data.');
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('resize', () => chart.resize());
  addEventListener('beforeprint', () => chart.resize({width: 640}));
  addEventListener('afterprint', () => chart.resize({width: 'auto'}));

  // ---- Recommendations --------------------------------------------------------------------------------------------

  byId('recommendations').append(...recommendations.map(each => {
    const heading = element('h2', '', dot(each.name), each.name);
    const section = element('section', '',
      element('div', 'section-head', heading, element('p', 'hint', MEANINGS[each.name])));
    if (each.changes.length === 0) {
      section.append(element('p', '', 'No change.'));
      return section;
    }
    const table = element('table', '', element('thead', '', element('tr', '',
      ...['Property', 'Today', 'Then'].map(text => element('th', '', text)))));
    table.append(element('tbody', '', ...each.changes.map(change =>
      tableRow('', cell('', change.name), cell('', change.from), cell('', change.to)))));
    section.append(table, element('h3', '', 'Risks'),
      element('ul', '', ...each.risks.map(risk => element('li', '', risk))),
      element('h3', '', 'Patch'), element('pre', '', each.patchText));
    return section;
  }));

  byId('front-count').textContent = figure(front.length);
  byId('points').tBodies[0].append(...front.map(each => tableRow('',
    cell('number', figure(each.podHoursPerDay, 1)),
    cell('number', share(each.unserved)),
    cell('', each.changes.length === 0 ? 'today' : each.changes.map(change => change.name + ' ' + change.to).join(', ')))));
})();
