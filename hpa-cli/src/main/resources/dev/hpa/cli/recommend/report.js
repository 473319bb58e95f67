'use strict';

(() => {
  const {recording, byId, figure, short, element, cell, tableRow} = page;
  const {recommendations, front, search, goal} = recording;

  const {share, assumed, distinct, settings, frontChart, recommendation} = analysis;

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
  byId('goal').textContent = assumed(recording).join(' ');
  byId('warnings').append(...recording.warnings.map(warning => element('li', '', warning)));
  if (recording.obstacle || recording.keep) {
    byId('obstacle').hidden = false;
    byId('obstacle').textContent = recording.obstacle
      ? 'No recommendation: ' + recording.obstacle + '.'
      : 'Keep today’s setting: it meets the goal, and no setting saves ' + share(goal.minSaving) + ' of the pod-hours.';
  }

  byId('settings').tBodies[0].append(...settings(recording));
  if (front.length > 1) {
    frontChart(byId('front'), recording);
  } else {
    byId('front').closest('section').hidden = true;
  }
  byId('recommendations').append(...distinct(recommendations).map(recommendation));

  byId('front-count').textContent = figure(front.length);
  byId('points').tBodies[0].append(...front.map(each => tableRow('',
    cell('number', figure(each.podHoursPerDay, 1)),
    cell('number', share(each.unserved)),
    cell('', each.changes.length === 0 ? 'today' : each.changes.map(change => change.name + ' ' + change.to).join(', ')))));
})();
