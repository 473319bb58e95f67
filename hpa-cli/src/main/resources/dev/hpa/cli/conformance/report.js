'use strict';

(() => {
  const {recording, start, runSeconds, byId, moment, many, duration, element, cell, tableRow, cards} = page;
  const {implementation, suite, environment, rules, cases} = recording;
  const casesByName = new Map(cases.map(each => [each.name, each]));
  const hasFailed = rule => rule.verdict === 'failed';
  const absent = recording.capabilities.filter(each => !each.supported).map(each => each.name);
  const falselyDeclared = recording.capabilities.filter(each => each.falselyDeclared).map(each => each.name);
  const controllers = suite.scope === 'controller';
  const seconds = millis => (millis / 1000).toFixed(1) + ' s';
  const anchor = name => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

  // ---- Heading and verdict ----------------------------------------------------------------------------------------

  function heading() {
    const name = implementation.version ? implementation.name + ' ' + implementation.version : implementation.name;
    byId('title').textContent = 'Conformance of ' + name;
    byId('subtitle').textContent = controllers
      ? 'Results of the HorizontalPodAutoscaler conformance suite for a controller.'
      : 'Results of the HorizontalPodAutoscaler conformance suite for decisions.';
    byId('facts').append(...[
      new Date(start).toISOString().slice(0, 10) + ' ' + moment(start) + ' UTC',
      duration(runSeconds),
      'rules ' + recording.ruleSet,
      'suite ' + suite.version,
      controllers ? 'API server ' + environment.apiServer : null,
      environment.os,
    ].filter(fact => fact).map(fact => element('li', '', fact)));
    byId('remark').textContent = '';
  }

  function verdict() {
    const fatal = rules.filter(rule => hasFailed(rule) && rule.fatal).length;
    const blocked = rules.filter(rule => !hasFailed(rule) && rule.fatal).length;
    const title = byId('verdict-heading');
    title.textContent = recording.conformant ? '✓ Conformant' : '✗ Not conformant';
    title.className = recording.conformant ? 'passed' : 'failed';
    const {summary} = recording;
    const parts = [
      many(summary.passed, 'rule') + ' passed',
      fatal ? many(fatal, 'required rule') + ' failed' : 'no required rule failed',
      blocked ? many(blocked, 'required rule') + ' not reached' : null,
      ...['optional', 'unspecified']
        .map(level => [rules.filter(rule => hasFailed(rule) && rule.level === level).length, level])
        .map(([failed, level]) => (failed ? many(failed, level + ' rule') + ' failed' : null)),
      many(summary['not-tested'], 'rule') + ' not tested',
      many(summary.skipped, 'rule') + ' skipped',
    ];
    const declared = falselyDeclared.length
      ? ' Falsely declared unsupported: ' + falselyDeclared.join(', ') + '.'
      : '';
    byId('verdict-text').textContent = parts.filter(part => part).join(', ') + '.' + declared;
    const areas = [...new Set(rules.map(rule => rule.area))];
    const row = (name, part, className) => tableRow(className,
      cell('', name),
      cell('number', String(part.filter(rule => rule.verdict === 'passed').length)),
      cell('number' + (part.some(hasFailed) ? ' failed' : ''), String(part.filter(hasFailed).length)),
      cell('number', String(part.filter(rule => rule.verdict === 'not-tested').length)),
      cell('number', String(part.filter(rule => rule.verdict === 'skipped').length)));
    byId('areas').tBodies[0].append(
      ...areas.map(area => row(area, rules.filter(rule => rule.area === area), '')),
      ...(areas.length > 1 ? [row('All', rules, 'total')] : []));
  }

  // ---- Rules ------------------------------------------------------------------------------------------------------

  function link(name) {
    const made = element('a', '', name);
    made.href = '#case-' + anchor(name);
    return made;
  }

  function ruleRow(rule) {
    const names = [...new Set(rule.findings.map(finding => finding.case))];
    const links = names.length > 12 || !controllers
      ? [names.length ? many(names.length, controllers ? 'case' : 'scenario') : '']
      : names.flatMap((name, index) => (index ? [', ', link(name)] : [link(name)]));
    const row = tableRow('',
      cell('id', hasFailed(rule) ? failureLink(rule) : rule.id),
      cell('verdict ' + rule.verdict, rule.verdict),
      cell('', rule.level),
      cell('long', rule.requirement, element('span', 'source', rule.reason ? rule.verdict + ': ' + rule.reason : rule.source)),
      cell('cases long', ...links));
    const words = [rule.id, rule.requirement, rule.rationale, rule.check, rule.source, ...names].join(' ').toLowerCase();
    return {row, rule, words};
  }

  function failureLink(rule) {
    const made = element('a', '', rule.id);
    made.href = '#' + rule.id.toLowerCase();
    return made;
  }

  function ruleTable() {
    const rows = rules.map(ruleRow);
    byId('rules').tBodies[0].append(...rows.map(({row}) => row));
    cards(byId('rules'));
    const options = (id, all, values) => {
      const make = (value, text) => {
        const option = element('option', '', text);
        option.value = value;
        return option;
      };
      byId(id).append(make('', all), ...[...new Set(values)].map(value => make(value, value)));
    };
    options('by-verdict', 'any verdict', rules.map(rule => rule.verdict));
    options('by-level', 'any level', rules.map(rule => rule.level));
    const filter = () => {
      const text = byId('search').value.trim().toLowerCase();
      let shown = 0;
      for (const {row, rule, words} of rows) {
        row.hidden = !words.includes(text)
          || (byId('by-verdict').value && byId('by-verdict').value !== rule.verdict)
          || (byId('by-level').value && byId('by-level').value !== rule.level);
        shown += row.hidden ? 0 : 1;
      }
      byId('rules-count').textContent = shown === rows.length ? many(shown, 'rule') : shown + ' of ' + many(rows.length, 'rule');
    };
    ['search', 'by-verdict', 'by-level'].forEach(id => byId(id).addEventListener('input', filter));
    filter();
  }

  // ---- Timelines --------------------------------------------------------------------------------------------------

  const SVG = 'http://www.w3.org/2000/svg';
  const WIDTH = 1160;
  const LABELS = 96;
  const LANE = 30;
  const TOP = 22;
  const LANES = [
    {seen: 'step', label: 'suite'},
    {seen: 'scaled', label: 'replicas'},
    {seen: 'autoscaler', label: 'status'},
    {seen: 'event', label: 'events'},
    {seen: 'request', label: 'requests'},
  ];

  function svg(tag, attributes, ...children) {
    const made = document.createElementNS(SVG, tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    made.append(...children);
    return made;
  }

  const line = seen => ({
    step: () => 'step ' + (seen.number + 1) + ', ' + seen.name + (seen.actions.length ? ': ' + seen.actions.join('; ') : ''),
    scaled: () => seen.target + ' to ' + seen.replicas + ' replicas',
    autoscaler: () => seen.name + ': ' + statusText(seen.status ?? {}),
    event: () => seen.type + ' ' + seen.reason + ' on ' + seen.about + ': ' + seen.message + (seen.count > 1 ? ' (×' + seen.count + ')' : ''),
    request: () => seen.method + ' ' + seen.path + ' → ' + seen.code,
  })[seen.seen]();

  function statusText(status) {
    const conditions = (status.conditions ?? [])
      .map(each => each.type + '=' + each.status + '/' + each.reason + ' (' + each.message + ')');
    return [
      'current ' + (status.currentReplicas ?? 0) + ', desired ' + (status.desiredReplicas ?? 0),
      ...conditions,
      status.currentMetrics?.length ? 'metrics ' + JSON.stringify(status.currentMetrics) : null,
    ].filter(part => part).join('; ');
  }

  function shape(seen, x, y) {
    const kind = 'mark ' + seen.seen;
    switch (seen.seen) {
      case 'step':
        return svg('path', {class: kind, d: `M${x} ${y - 7}l6 7l-6 7l-6 -7z`});
      case 'scaled':
        return svg('rect', {class: kind, x: x - 5, y: y - 5, width: 10, height: 10});
      case 'autoscaler':
        return svg('circle', {class: kind, cx: x, cy: y, r: 5});
      case 'event':
        return svg('path', {
          class: kind + (seen.type === 'Warning' ? ' warning' : ''), d: `M${x} ${y - 7}l7 12h-14z`});
      default:
        return svg('rect', {
          class: kind + (seen.code >= 400 ? ' refused' : ''), x: x - 1.5, y: y - 8, width: 3, height: 16});
    }
  }

  /** The interval of the time axis, for at most 10 ticks. */
  function spacing(millis) {
    return [500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000].find(each => millis / each <= 10) ?? 120_000;
  }

  /**
   * The observations of a case over time, in lanes.
   *
   * failed: the index of the failed step, which is shaded; undefined for none.
   */
  function timeline(testCase, failed) {
    const seen = testCase.timeline;
    const end = Math.max(1000, testCase.millis);
    const at = millis => LABELS + 12 + (millis / end) * (WIDTH - LABELS - 36);
    const laneTop = index => TOP + index * LANE;
    const bottom = laneTop(LANES.length);
    const chart = svg('svg', {
      class: 'timeline', viewBox: `0 0 ${WIDTH} ${bottom + 24}`, role: 'group',
      'aria-label': 'Timeline of ' + testCase.name});
    LANES.forEach((lane, index) => {
      if (index % 2 === 0) {
        chart.append(svg('rect', {class: 'lane', x: 0, y: laneTop(index), width: WIDTH, height: LANE}));
      }
      chart.append(svg('text', {x: 6, y: laneTop(index) + LANE / 2 + 4}, lane.label));
    });
    const steps = seen.filter(each => each.seen === 'step');
    if (failed !== undefined && steps[failed]) {
      const from = at(steps[failed].at);
      const to = at(steps[failed + 1]?.at ?? end);
      chart.append(
        svg('rect', {class: 'shade', x: from, y: TOP, width: Math.max(2, to - from), height: bottom - TOP}),
        svg('path', {class: 'edge', d: `M${from} ${TOP}V${bottom}M${to} ${TOP}V${bottom}`}));
    }
    for (let millis = 0; millis <= end; millis += spacing(end)) {
      chart.append(
        svg('path', {class: 'tick', d: `M${at(millis)} ${TOP}V${bottom}`}),
        svg('text', {x: at(millis), y: bottom + 16, 'text-anchor': 'middle'}, millis / 1000 + ' s'));
    }
    let labelled = 0;
    steps.forEach((step, index) => {
      const x = at(step.at);
      chart.append(svg('path', {class: 'begin', d: `M${x} ${TOP}V${bottom}`}));
      const next = steps[index + 1] ? at(steps[index + 1].at) : WIDTH;
      const room = Math.floor((next - Math.max(x, labelled)) / 6.6);
      const text = (index + 1) + ' ' + step.name;
      if (x >= labelled && room >= 2) {
        chart.append(svg('text', {x, y: 14}, text.length > room ? text.slice(0, room - 1) + '…' : text));
      }
    });
    levels(chart, seen, at, laneTop(1) + LANE / 2);
    const detail = element('p', 'detail');
    const marks = [];
    const choose = (mark, one) => {
      marks.forEach(each => each.classList.toggle('chosen', each === mark));
      detail.replaceChildren(element('b', '', seconds(one.at) + ' '), line(one));
    };
    for (const one of seen) {
      const lane = LANES.findIndex(each => each.seen === one.seen);
      const mark = shape(one, at(one.at), laneTop(lane) + LANE / 2);
      const index = marks.length;
      mark.setAttribute('tabindex', index === 0 ? '0' : '-1');
      mark.setAttribute('role', 'img');
      mark.setAttribute('aria-label', seconds(one.at) + ' ' + line(one));
      mark.addEventListener('pointerenter', () => choose(mark, one));
      mark.addEventListener('focus', () => choose(mark, one));
      mark.addEventListener('keydown', event => {
        const to = {ArrowRight: index + 1, ArrowLeft: index - 1}[event.key];
        if (marks[to]) {
          event.preventDefault();
          marks[to].focus();
        }
      });
      marks.push(mark);
    }
    chart.append(...marks);
    // The last status most often explains a failure.
    const last = seen.findLastIndex(each => each.seen === 'autoscaler');
    if (last >= 0) {
      choose(marks[last], seen[last]);
    }
    return element('div', '', chart, detail, lines(seen));
  }

  /** Written replicas are drawn until the next write. */
  function levels(chart, seen, at, y) {
    const end = WIDTH - 12;
    for (const target of new Set(seen.filter(each => each.seen === 'scaled').map(each => each.target))) {
      const writes = seen.filter(each => each.seen === 'scaled' && each.target === target);
      writes.forEach((write, index) => {
        const to = writes[index + 1] ? at(writes[index + 1].at) : end;
        chart.append(svg('path', {class: 'level', d: `M${at(write.at)} ${y}H${to}`}));
        if (to - at(write.at) > 20) {
          chart.append(svg('text', {class: 'value', x: at(write.at) + 9, y: y - 4}, String(write.replicas)));
        }
      });
    }
  }

  function lines(seen) {
    const table = element('table', '');
    const body = element('tbody', '');
    const labels = new Map(LANES.map(lane => [lane.seen, lane.label]));
    const made = element('details', 'lines screen-only', element('summary', '', 'All ' + seen.length + ' lines'), table);
    table.append(body);
    made.addEventListener('toggle', () => {
      if (made.open && !body.rows.length) {
        body.append(...seen.map(each =>
          tableRow('', cell('', seconds(each.at)), cell('', labels.get(each.seen)), cell('', line(each)))));
      }
    });
    return made;
  }

  // ---- Failures and cases -----------------------------------------------------------------------------------------

  const MOST_FAILURES = 20;

  function failure(rule) {
    const made = element('article', '',
      element('h3', '', element('span', 'failed', rule.id), rule.requirement,
        element('span', 'hint', rule.level + ', ' + rule.source)));
    made.id = rule.id.toLowerCase();
    made.append(element('dl', 'compare',
      element('dt', '', 'rationale'), element('dd', '', rule.rationale),
      element('dt', '', 'check'), element('dd', '', rule.check)));
    const findings = rule.findings.filter(finding => finding.verdict !== 'passed');
    for (const finding of findings.slice(0, MOST_FAILURES)) {
      const compare = element('dl', 'compare',
        element('dt', '', 'expected'), element('dd', '', finding.expected),
        element('dt', '', finding.observed ? 'observed' : finding.verdict),
        element('dd', finding.observed ? 'observed' : '', finding.observed || finding.reason));
      const testCase = casesByName.get(finding.case);
      made.append(element('h4', '', finding.case + ', step ' + finding.step));
      if (testCase?.steps.length) {
        made.append(given(testCase, finding.step));
      }
      made.append(compare);
      if (testCase?.timeline.length) {
        made.append(timeline(testCase, finding.step - 1));
      }
    }
    if (findings.length > MOST_FAILURES) {
      made.append(element('p', 'hint', 'and ' + (findings.length - MOST_FAILURES) + ' more'));
    }
    return made;
  }

  /** What the suite did up to a step, with the objects that it created. */
  function given(testCase, step) {
    const list = element('ol', 'given');
    for (const action of testCase.steps.slice(0, step).flat()) {
      const item = element('li', '', action.text);
      if (action.manifests.length) {
        const objects = action.manifests.map(each => JSON.stringify(each, null, 1)).join('\n');
        item.append(element('details', '', element('summary', '', many(action.manifests.length, 'object')),
          element('pre', '', objects)));
      }
      list.append(item);
    }
    return list;
  }

  function failures() {
    const failed = rules.filter(hasFailed);
    byId('failures-section').hidden = failed.length === 0;
    byId('failures').append(...failed.map(failure));
  }

  function caseList() {
    const shown = cases.filter(each => each.timeline.length);
    byId('cases-section').hidden = shown.length === 0;
    byId('cases-count').textContent = many(shown.length, 'case') + ', each in a separate namespace';
    byId('cases').append(...shown.map(testCase => {
      const made = element('details', 'case', element('summary', '',
        element('b', '', testCase.name), ' ', element('span', testCase.verdict, testCase.verdict),
        element('span', 'hint', ', ' + seconds(testCase.millis)
          + (testCase.profile === 'default' ? '' : ', profile ' + testCase.profile)
          + (testCase.needs.length ? ', needs ' + testCase.needs.join(', ') : ''))));
      made.id = 'case-' + anchor(testCase.name);
      made.addEventListener('toggle', () => {
        if (made.open && made.children.length === 1) {
          if (testCase.reason) {
            made.append(element('p', 'notice', testCase.reason));
          }
          made.append(timeline(testCase));
        }
      });
      return made;
    }));
    const show = () => {
      const made = location.hash.startsWith('#case-') ? document.getElementById(location.hash.slice(1)) : null;
      if (made) {
        made.open = true;
      }
    };
    window.addEventListener('hashchange', show);
    show();
  }

  function runFacts() {
    const values = Object.entries(recording.settings).map(([name, value]) => name + ' ' + value).join(', ');
    const facts = [
      ['Implementation', [implementation.name, implementation.version].filter(part => part).join(' ')],
      ['Command', implementation.command ? element('code', '', implementation.command) : 'in the same JVM'],
      ['Rules', recording.ruleSet],
      ['Capabilities', controllers ? 'all' + (absent.length ? ' without ' + absent.join(', ') : '') : ''],
      ['Settings', values],
      ['Suite', suite.version + ', ' + suite.scope + ' scope'],
      ['Cluster', controllers ? environment.cluster + ', API server ' + environment.apiServer : ''],
      ['Machine', environment.os + ', ' + many(environment.cpus, 'CPU')],
      ['JVM of the suite', environment.jvm],
      ['Rerun', element('code', '', recording.rerun)],
    ];
    byId('run').append(...facts
      .filter(([, value]) => value)
      .flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]));
  }

  heading();
  verdict();
  failures();
  ruleTable();
  caseList();
  runFacts();
})();
