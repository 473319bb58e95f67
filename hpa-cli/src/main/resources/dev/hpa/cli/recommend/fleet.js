'use strict';

(() => {
  const {recording, byId, figure, short, many, element, cell, tableRow} = page;
  const {share, assumed, distinct, settings, frontChart, recommendation} = analysis;
  const {autoscalers, podHoursPerDay, savedPodHoursPerDay, pricePerPodHour} = recording;

  const proposal = row => row.analysis?.recommendations.find(each => each.name === row.analysis.proposed);
  const reason = row => row.problem ?? row.analysis.reason;
  const proposed = autoscalers.filter(proposal);

  byId('subtitle').textContent = proposed.length + ' of ' + many(autoscalers.length, 'HPA') + ' can save '
    + figure(savedPodHoursPerDay) + ' of ' + figure(podHoursPerDay) + ' pod-hours per day.';
  byId('facts').append(...[
    'saving ' + share(podHoursPerDay === 0 ? 0 : savedPodHoursPerDay / podHoursPerDay),
    ...(pricePerPodHour ? [figure(30 * pricePerPodHour * savedPodHoursPerDay, 2) + ' per month'] : []),
    many(autoscalers.filter(row => row.analysis && !proposal(row)).length, 'HPA') + ' without a change',
    many(autoscalers.filter(row => row.problem).length, 'HPA') + ' not analyzed',
  ].map(fact => element('li', '', fact)));
  byId('clock').textContent = '';

  // ---- Table ------------------------------------------------------------------------------------------------------

  const rows = new Map();

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
      cell('number', today ? figure(today.podHoursPerDay, 1) : ''),
      cell('number', best ? figure(best.podHoursPerDay, 1) : ''),
      cell('number', best ? figure((today.podHoursPerDay - best.podHoursPerDay) / 24, 1) : ''),
      cell('number', best ? share(best.saving) : ''),
      cell('number', today ? share(today.unserved) + (best ? ' → ' + share(best.unserved) : '') : ''),
      cell('number', today ? share(today.atMax) : ''),
      cell('', best ? each.analysis.risk : ''),
      cell('', each.analysis ? each.analysis.capacity.text : ''),
      cell('', each.analysis ? each.analysis.confidence : ''),
      cell('changes', best
        ? best.changes.map(change => change.name + ' ' + change.from + ' → ' + change.to).join(', ')
        : reason(each)));
    rows.set(each.autoscaler, {each, made, button});
    return made;
  }

  byId('fleet').tBodies[0].append(...autoscalers.map(row));

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

  function detail({autoscaler, analysis: result}) {
    const table = element('table', 'settings', element('thead', '', element('tr', '',
      ...['Setting', 'Pod-hours per day', 'Saving', 'Unserved', 'Flaps per day', 'Peak', 'Verified: saving', 'Unserved', 'Flaps per day']
        .map((text, i) => element('th', i === 0 ? '' : 'number', text)))));
    table.append(element('tbody', '', ...settings(result)));
    const replicas = result.replicas.real === null ? [] : [
      'Today’s setting has ' + short(result.replicas.replayed) + ' replicas on average in the replay, and had '
        + short(result.replicas.real) + ' in the cluster.'];
    const first = element('section', '', head('selected', autoscaler, assumed(result).join(' ')));
    if (result.reason) {
      first.append(element('p', 'notice', 'No change: ' + result.reason + '.'));
    }
    first.append(element('div', 'wide', table),
      element('ul', 'notes', ...[...replicas, ...result.warnings].map(text => element('li', '', text))));
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
    return [...parts, ...distinct(result.recommendations).map(recommendation)];
  }

  function show() {
    removeChart();
    removeChart = () => {};
    const name = decodeURIComponent(location.hash.slice(1));
    for (const [other, {made, button}] of rows) {
      made.classList.toggle('selected', other === name);
      button.setAttribute('aria-expanded', String(other === name));
    }
    const found = rows.get(name);
    byId('detail').replaceChildren(...(found?.each.analysis ? detail(found.each) : []));
    if (found?.each.analysis) {
      byId('selected').scrollIntoView({block: 'start'});
    }
  }

  addEventListener('hashchange', show);
  show();
})();
