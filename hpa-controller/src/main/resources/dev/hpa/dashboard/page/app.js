// @ts-check
import * as api from './api.js';
import {Detail} from './detail.js';
import {byId} from './dom.js';
import {Fleet} from './fleet.js';

const fleet = new Fleet((ns, name) => (location.hash = `#/${encodeURIComponent(ns)}/${encodeURIComponent(name)}`));
const detail = new Detail();
let title = 'HPAs';
let painting = false;

/** Shows the fleet or the autoscaler that the address names. */
function route() {
  const [ns, name, at] = location.hash.replace(/^#\//, '').split('/').map(decodeURIComponent);
  const one = Boolean(ns && name);
  byId('fleet').hidden = one;
  byId('detail').hidden = !one;
  document.title = one ? `${ns}/${name}` : title;
  if (one) {
    detail.show(ns, name, Number(at) || -1);
  } else {
    detail.close();
    fleet.show();
  }
}

/** @param {string} text */
function connection(text) {
  const status = byId('connection');
  status.textContent = text;
  status.className = `connection ${text}`;
}

async function load() {
  try {
    const all = await api.fleet();
    fleet.now = all.time;
    fleet.period = all.period;
    fleet.replace(all.rows);
    byId('server').textContent = all.server;
    byId('mode').textContent = all.standby ? 'standby: another replica reconciles' : all.shadow ? 'shadow decisions, read-only' : '';
    document.body.classList.toggle('shadow', all.shadow);
    title = `Autoscalers of ${all.server}`;
    connection('live');
    paint();
    if (detail.open) {
      detail.refresh();
    }
  } catch (failure) {
    connection('disconnected');
    console.warn('the HPAs cannot be read', failure);
  }
}

/** Renders once per frame at most. */
function paint() {
  if (!painting) {
    painting = true;
    requestAnimationFrame(() => {
      painting = false;
      if (!detail.open) {
        fleet.show();
      }
    });
  }
}

byId('zone').textContent = `times in ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;

api.follow({
  open: load,
  closed: () => connection('disconnected'),
  changes: changes => {
    fleet.now = changes.time;
    changes.rows.forEach(row => fleet.put(row));
    changes.gone.forEach(key => fleet.remove(key));
    paint();
    if (detail.open && changes.rows.some(row => row.ns === detail.ns && row.name === detail.name)) {
      detail.refresh();
    }
  },
});

addEventListener('hashchange', route);
addEventListener('keydown', event => {
  const typing = event.target instanceof HTMLInputElement && event.target.type !== 'range';
  if (event.key === '/' && !typing && !detail.open) {
    event.preventDefault();
    byId('search').focus();
  } else if (event.key === 'Escape' && detail.open) {
    location.hash = '#/';
  }
});
if (matchMedia('(max-width: 760px)').matches) {
  byId('namespaces-box').removeAttribute('open');
}
route();
