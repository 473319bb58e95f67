'use strict';

(() => {
  const {recording, byId, known, figure, short, many, percent, element, cell, tableRow, cards} = page;
  const {autoscalers, savedPodHoursPerDay, pricePerPodHour, sums} = recording;

  /** With a search of requests pods differ in size, so that their cores are compared. */
  const ofCores = autoscalers.some(row => row.analysis?.today.coreHoursPerDay !== undefined);
  const UNIT = ofCores ? 'core-hours' : 'pod-hours';
  const HEADING = (ofCores ? 'Core-hours' : 'Pod-hours') + ' per day';
  const cost = each => (ofCores ? each.coreHoursPerDay : each.podHoursPerDay);

  // ---- Parts of a result ------------------------------------------------------------------------------------------

  const MEANINGS = {
    cheaper: 'Meets the goal with the recorded load.',
    balanced: 'Meets the goal even if a pod serves only 90 % of its capacity.',
    safer: 'Meets the goal even if a pod serves only 75 % of its capacity.',
  };
  const share = value => (known(value)
    ? value > 0 && value < 0.00001 ? '< 0.001 %' : percent(100 * value, Math.abs(value) >= 0.1 || value === 0 ? 0 : Math.abs(value) >= 0.01 ? 1 : 3)
    : '–');
  const color = name => 'var(--' + name + ')';

  function dot(name) {
    const made = element('span', 'dot');
    made.style.background = color(name);
    return made;
  }

  /** The recommendations, equal ones as one. */
  const distinct = recommendations => [...Map.groupBy(recommendations, each => JSON.stringify([each.patch, each.workloadPatch])).values()]
    .map(same => ({...same.at(-1), label: same.map(each => each.name).join(', ')}));

  /** What the result assumes. */
  const assumed = ({goal, capacity, confidence, confidenceReason}) => [
    'Goal: at most ' + share(goal.maxUnserved) + ' unserved and ' + short(goal.maxFlapsPerDay) + ' flaps per day.',
    'A ready pod serves ' + capacity.text + '.', 'Confidence: ' + confidence + ', ' + confidenceReason + '.'];

  /** The rows of the settings of a result: today's and the recommended ones. */
  function settings({today, recommendations, goal}) {
    const misses = each => each.unserved > Math.max(1e-6, goal.maxUnserved) || each.flapsPerDay > goal.maxFlapsPerDay || each.atMax > 0.9;
    const verdict = each => (misses(each) ? 'missed' : misses(each.verified) ? 'missed when verified' : 'met');
    return [{name: 'today', label: 'today', ...today}, ...distinct(recommendations)].map(each => {
      const number = (text, of) => cell(of && misses(of) ? 'number missed' : 'number', text);
      return tableRow('',
        cell('', dot(each.name), each.label),
        number(figure(cost(each), 1)),
        number(known(each.saving) ? share(each.saving) : ''),
        number(share(each.unserved), each),
        number(short(each.flapsPerDay), each),
        number(figure(each.peak)),
        number(known(each.verified.saving) ? share(each.verified.saving) : ''),
        number(share(each.verified.unserved), each.verified),
        number(short(each.verified.flapsPerDay), each.verified),
        cell(verdict(each) === 'met' ? '' : 'missed', verdict(each)));
    });
  }

  const css = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();

  /**
   * Draws the Pareto front of a result in a box, and again when the colors or the width change. Returns a function that removes it.
   */
  function frontChart(box, {front, today, recommendations}) {
    const chart = echarts.init(box, null, {renderer: 'svg'});
    const smallest = [...front, today, ...recommendations].map(each => each.unserved).filter(value => value > 0)
      .reduce((least, value) => Math.min(least, value), 0.01);
    const floor = 10 ** Math.floor(Math.log10(Math.max(smallest, 1e-6)) - 1);
    const point = each => [cost(each), Math.max(floor, each.unserved)];

    function draw() {
      const muted = {color: css('muted')};
      const axis = {
        nameTextStyle: muted, axisLabel: muted,
        axisLine: {lineStyle: {color: css('axis')}}, splitLine: {lineStyle: {color: css('grid')}},
      };
      chart.setOption({
        animation: false,
        grid: {left: 76, right: 24, top: 36, bottom: 48},
        tooltip: {
          trigger: 'item',
          backgroundColor: css('surface'),
          textStyle: {color: css('text')},
          formatter: ({seriesName, dataIndex, value}) => {
            const tip = element('div', '', element('b', '', seriesName), element('div', '',
              figure(value[0], 1) + ' ' + UNIT + ' per day, ' + (value[1] === floor ? '0 %' : share(value[1])) + ' unserved'));
            const changes = seriesName === 'front' ? front[dataIndex].changes : [];
            tip.append(...changes.map(change => element('div', '', change.name + ': ' + change.to)));
            return tip;
          },
        },
        xAxis: {...axis, type: 'value', scale: true, name: UNIT + ' per day', nameLocation: 'middle', nameGap: 30},
        yAxis: {
          ...axis, type: 'log', min: floor, name: 'unserved',
          axisLabel: {...muted, formatter: value => (value <= floor ? '0 %' : short(100 * value) === '0' ? Number((100 * value).toPrecision(1)) + ' %' : share(value))},
        },
        series: [
          {name: 'front', type: 'line', step: 'end', data: front.map(point), symbolSize: 6,
            lineStyle: {color: css('axis'), width: 1.5}, itemStyle: {color: css('axis')}},
          ...[{name: 'today', label: 'today', ...today}, ...distinct(recommendations)].map((each, index) => ({
            name: each.label, type: 'scatter', data: [point(each)], symbolSize: 14, itemStyle: {color: css(each.name)}, z: 5,
            symbol: each.name === 'today' ? 'diamond' : 'circle',
            label: {show: true, position: 'top', distance: 5 + 14 * (index % 2), formatter: each.label, color: css('text')},
          })),
        ],
      });
    }

    draw();
    box.setAttribute('aria-label', 'Pareto front of ' + front.length + ' settings; the table below has the same data.');
    const removed = new AbortController();
    const {signal} = removed;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw, {signal});
    addEventListener('resize', () => chart.resize(), {signal});
    addEventListener('beforeprint', () => chart.resize({width: 640}), {signal});
    addEventListener('afterprint', () => chart.resize({width: 'auto'}), {signal});
    return () => {
      removed.abort();
      chart.dispose();
    };
  }

  /** A patch, folded, with a button that copies it where the browser lets a file do so. */
  function patch(title, text) {
    const made = element('div', 'patch',
      element('details', '', element('summary', '', element('h3', '', title)), element('pre', '', text)));
    made.querySelector('pre').tabIndex = 0;
    if (navigator.clipboard) {
      const button = element('button', 'copy screen-only', 'Copy');
      button.type = 'button';
      button.addEventListener('click', () => {
        navigator.clipboard.writeText(text).then(
          () => button.replaceChildren('Copied'), () => button.replaceChildren('Not copied'));
      });
      made.append(button);
    }
    return made;
  }

  /** A recommended setting with its risks and its patch. */
  function recommendation(each) {
    const heading = element('h2', '', dot(each.name), each.label);
    const section = element('section', '',
      element('div', 'section-head', heading, element('p', 'hint', MEANINGS[each.name])));
    if (each.changes.length === 0) {
      section.append(element('p', '', 'No change.'));
      return section;
    }
    const table = element('table', '', element('thead', '', element('tr', '',
      ...['Property', 'Today', 'Then', 'Saves', 'Unserved without and with it', 'Risk'].map(text => element('th', '', text)))));
    table.append(element('tbody', '', ...each.changes.map(change =>
      tableRow('', cell('', change.name), cell('', change.from), cell('', change.to), cell('', share(change.saving)),
        cell('', share(change.unservedWithout) + ' → ' + share(each.unserved)), cell('long', change.risks.join(' '))))));
    section.append(cards(table), element('ul', '', ...each.risks.map(risk => element('li', '', risk))),
      patch('Patch', each.patchText),
      ...(each.workloadPatchText ? [patch('Patch of the workload', each.workloadPatchText)] : []));
    return section;
  }

  // ---- Heading ----------------------------------------------------------------------------------------------------

  const proposal = row => row.analysis?.recommendations.find(each => each.name === row.analysis.proposed);
  const reason = row => row.problem ?? row.analysis.reason;
  const proposed = autoscalers.filter(proposal);

  const sum = (rows, of) => rows.reduce((total, row) => total + of(row), 0);
  const before = sum(autoscalers.filter(row => row.analysis), row => cost(row.analysis.today));
  const saved = sum(proposed, row => cost(row.analysis.today) - cost(proposal(row)));
  const one = autoscalers.length === 1;
  const who = one ? proposal(autoscalers[0])?.name + ' saves ' : proposed.length + ' of ' + many(autoscalers.length, 'HPA') + ' can save ';
  byId('subtitle').textContent = one && proposed.length === 0
    ? 'No change is recommended.'
    : who + figure(saved) + ' of ' + figure(before) + ' ' + UNIT + ' per day.';
  byId('facts').append(...[
    'saving ' + share(before === 0 ? 0 : saved / before),
    ...(pricePerPodHour ? [figure(30 * pricePerPodHour * savedPodHoursPerDay, 2) + ' per month'] : []),
    ...(one ? [] : [
      many(autoscalers.filter(row => row.analysis && !proposal(row)).length, 'HPA') + ' without a change',
      many(autoscalers.filter(row => row.problem).length, 'HPA') + ' not analyzed']),
  ].map(fact => element('li', '', fact)));
  byId('clock').textContent = '';

  // ---- Table ------------------------------------------------------------------------------------------------------

  const rows = new Map();

  /** A table of what namespaces or teams cost and save. */
  function sumsOf(by, title) {
    const groups = sums.filter(each => each.by === by);
    if (groups.length === 0) {
      return [];
    }
    const table = element('table', '', element('thead', '', element('tr', '',
      ...[title, 'HPAs', 'Pod-hours per day', 'Saved', 'Saving'].map((text, i) => element('th', i === 0 ? '' : 'number', text)))));
    table.append(element('tbody', '', ...groups.map(each => tableRow('', cell('', each.name || '(none)'),
      ...[figure(each.autoscalers), figure(each.podHoursPerDay, 1), figure(each.savedPodHoursPerDay, 1),
        share(each.podHoursPerDay === 0 ? 0 : each.savedPodHoursPerDay / each.podHoursPerDay)].map(text => cell('number', text))))));
    return [table];
  }

  function row(each) {
    const best = proposal(each);
    const today = each.analysis?.today;
    const button = element('button', 'name', each.autoscaler);
    button.type = 'button';
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => {
      location.hash = encodeURIComponent(each.autoscaler);
    });
    const made = tableRow(best ? '' : 'unchanged',
      cell('', each.analysis ? button : each.autoscaler),
      cell('number', today ? figure(cost(today), 1) : ''),
      cell('number', best ? figure(cost(best), 1) : ''),
      cell('number', best ? figure((cost(today) - cost(best)) / 24, 1) : ''),
      cell('number', best ? share(best.saving) : ''),
      cell('number', today ? share(today.unserved) + (best ? ' → ' + share(best.unserved) : '') : ''),
      cell('number', today ? share(today.atMax) : ''),
      cell('', best ? each.analysis.risk : ''),
      cell('', each.analysis ? each.analysis.capacity.text : ''),
      cell('', each.analysis ? each.analysis.confidence : ''),
      cell('changes long', best
        ? best.changes.map(change => change.name + ' ' + change.from + ' → ' + change.to).join(', ')
        : reason(each)));
    rows.set(each.autoscaler, {each, made, button});
    return made;
  }

  byId('cost').textContent = HEADING;
  byId('saved').textContent = (ofCores ? 'Cores' : 'Pods') + ' saved';
  byId('fleet').tBodies[0].append(...autoscalers.map(row));
  cards(byId('fleet'));
  byId('sums').append(...sumsOf('namespace', 'Namespace'), ...sumsOf('team', 'Team'));
  byId('all').hidden = autoscalers.length === 1;

  byId('find').addEventListener('input', event => {
    const text = event.target.value.trim().toLowerCase();
    let shown = 0;
    for (const [name, {made}] of rows) {
      made.hidden = !name.toLowerCase().includes(text);
      shown += made.hidden ? 0 : 1;
    }
    byId('none').hidden = shown > 0;
  });

  // ---- One HPA ----------------------------------------------------------------------------------------------------

  let removeChart = () => {};

  function head(id, text, ...hints) {
    const made = element('div', 'section-head', element('h2', '', text));
    made.firstChild.id = id;
    made.append(...hints.map(hint => element('p', 'hint', hint)));
    return made;
  }

  const effort = ({load, search}) => 'Under ' + load.name.split(/[\\/]/).pop() + ': ' + short(load.searchedDays) + ' days searched, '
    + short(load.verifiedDays) + ' days verified; ' + figure(search.candidates) + ' settings, ' + figure(search.simulatedDays)
    + ' simulated days in ' + short(search.seconds) + ' s, seed ' + search.seed + '.';

  /** The settings of a front as a table. */
  function points(front) {
    const table = element('table', '', element('thead', '', element('tr', '',
      ...[HEADING, 'Unserved', 'Changes'].map(text => element('th', '', text)))));
    table.append(element('tbody', '', ...front.map(each => tableRow('',
      cell('', figure(cost(each), 1)), cell('', share(each.unserved)),
      cell('long', each.changes.length === 0 ? 'today' : each.changes.map(change => change.name + ' ' + change.to).join(', '))))));
    return element('details', '', element('summary', '', element('h2', '', 'Settings on the front')), cards(table));
  }

  function detail({autoscaler, link, analysis: result}) {
    const verified = element('th', 'group', 'Verified on the last ' + short(result.load.verifiedDays) + ' days');
    verified.colSpan = 3;
    verified.scope = 'colgroup';
    const searched = element('th', 'group', 'Found on ' + short(result.load.searchedDays) + ' days');
    searched.colSpan = 5;
    searched.scope = 'colgroup';
    const table = element('table', 'settings', element('thead', '', element('tr', '', element('td', ''), searched, verified, element('td', '')),
      element('tr', '', ...['Setting', HEADING, 'Saving', 'Unserved', 'Flaps per day', 'Peak', 'Saving', 'Unserved', 'Flaps per day']
        .map((text, i) => element('th', i === 0 ? '' : 'number', text)), element('th', '', 'Goal'))));
    table.append(element('tbody', '', ...settings(result)));
    [...table.tHead.rows[1].cells].slice(6, 9).forEach(each => (each.dataset.label = 'Verified: ' + each.textContent.toLowerCase()));
    const replicas = result.replicas.real === null ? [] : [
      'Today’s setting has ' + short(result.replicas.replayed) + ' replicas on average in the replay, and had '
        + short(result.replicas.real) + ' in the cluster.'];
    const first = element('section', '', head('selected', autoscaler, assumed(result).join(' ')));
    if (link) {
      const dashboard = element('a', 'dashboard screen-only', 'Grafana');
      dashboard.href = link;
      first.append(dashboard);
    }
    if (result.reason) {
      first.append(element('p', 'notice', 'No change: ' + result.reason + '.'));
    }
    first.append(element('div', 'wide', cards(table)),
      element('ul', 'notes', ...[...replicas, ...result.warnings, effort(result)].map(text => element('li', '', text))));
    const parts = [first];
    if (result.front.length > 1) {
      const box = element('div', 'front');
      box.setAttribute('role', 'img');
      box.tabIndex = 0;
      parts.push(element('section', '', head('front-heading', 'Pareto front',
        'No setting costs less and serves more than those on the line.'), box));
      requestAnimationFrame(() => {
        removeChart = frontChart(box, result);
      });
    }
    return [...parts, ...distinct(result.recommendations).map(recommendation),
      ...(result.front.length > 1 ? [points(result.front)] : [])];
  }

  function show() {
    removeChart();
    removeChart = () => {};
    const name = autoscalers.length === 1 ? autoscalers[0].autoscaler : decodeURIComponent(location.hash.slice(1));
    for (const [other, {made, button}] of rows) {
      made.classList.toggle('selected', other === name);
      button.setAttribute('aria-expanded', String(other === name));
    }
    const found = rows.get(name);
    byId('detail').replaceChildren(...(found?.each.analysis ? detail(found.each) : []));
    if (found?.each.analysis && autoscalers.length > 1) {
      byId('selected').scrollIntoView({block: 'start'});
    }
  }

  addEventListener('hashchange', show);
  show();
})();
