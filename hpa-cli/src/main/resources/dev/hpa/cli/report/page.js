'use strict';

/** Shared by all reports: the recording, formatting of values, time charts, tables. */
const page = (() => {
  const recording = JSON.parse(document.getElementById('recording').textContent);
  const root = document.documentElement;
  const byId = id => document.getElementById(id);

  // ---- Formatting -------------------------------------------------------------------------------------------------

  const MINUTE = 60_000;
  const DAY = 86_400_000;
  const NBSP = '\u00a0';
  const start = Date.parse(recording.start);
  const end = Math.max(Date.parse(recording.end), start + 1000);
  const overDays = Math.floor(start / DAY) !== Math.floor((end - 1) / DAY);
  /** Whether times are dates; otherwise they are relative to the day below. */
  const dated = recording.dated !== false;
  const UNDATED_START = Date.UTC(2000, 0, 1);

  const clock = time => new Date(time).toISOString().slice(11, 19);
  /** Axis label of a time: the clock without zero seconds, and the day below it if the run spans several. */
  function axisLabel(time) {
    const text = clock(time).replace(/:00$/, '');
    if (!overDays) {
      return text;
    }
    const day = dated
      ? new Date(time).toLocaleDateString('en-US', {timeZone: 'UTC', month: 'short', day: 'numeric', ...(innerWidth > 680 ? {weekday: 'short'} : {})})
      : 'day ' + (1 + Math.floor((time - UNDATED_START) / DAY));
    return time % DAY === 0 ? day : text + '\n' + day;
  }
  const date = time => (dated
    ? new Date(time).toISOString().slice(5, 10)
    : 'day ' + (1 + Math.floor((time - UNDATED_START) / DAY)));
  const moment = time => (overDays ? date(time) + ' ' : '') + clock(time);
  const known = value => value !== null && value !== undefined && Number.isFinite(value);
  const figure = (value, digits = 0) =>
    known(value)
      ? value.toLocaleString('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits})
      : '–';
  const short = value => (known(value) ? value.toLocaleString('en-US', {maximumFractionDigits: 1}) : '–');
  const percent = (value, digits = 0) => (known(value) ? figure(value, digits) + NBSP + '%' : '–');
  const many = (count, one, more = one + 's') => figure(count) + ' ' + (count === 1 ? one : more);

  /** The two largest units of a duration, rounded: 18 h 8 min. */
  function duration(seconds) {
    if (!known(seconds)) {
      return '–';
    }
    const units = [[86_400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
    if (seconds > 0 && seconds < 0.9995) {
      return Math.round(1000 * seconds) + NBSP + 'ms';
    }
    const second = Math.min(units.length - 1, 1 + units.findIndex(([size]) => size === 1 || size <= seconds));
    let rest = Math.round(seconds / units[second][0]) * units[second][0];
    const parts = [];
    for (const [size, unit] of units.slice(0, second + 1)) {
      const count = Math.floor(rest / size);
      rest -= count * size;
      if (count > 0) {
        parts.push(count + NBSP + unit);
      }
    }
    return parts.join(' ') || '0' + NBSP + 's';
  }

  const runSeconds = (end - start) / 1000;

  /** The index of the entry nearest to a time in a list ordered by time; -1 if the list is empty. */
  function nearest(list, time) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].time < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low === list.length || (low > 0 && time - list[low - 1].time < list[low].time - time)) {
      low--;
    }
    return low;
  }

  /** Creates an element with a class and children: elements or plain text, never HTML. */
  function element(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className) {
      made.className = className;
    }
    made.append(...children.filter(child => child !== null && child !== undefined));
    return made;
  }

  // ---- Charts -----------------------------------------------------------------------------------------------------

  const LEFT = 58;
  const RIGHT = 50;
  const LABEL_HEIGHT = overDays ? 42 : 26;
  const PANEL_GAP = 14;
  const SLIDER_HEIGHT = 30;
  const SLIDER_GAP = 10;

  /** A row of the tooltip's table. */
  const tipRow = (mark, name, value) =>
    element('tr', '', element('td', '', mark), element('td', '', name), element('td', '', value));

  function swatch(color, dashed) {
    const made = element('span', 'swatch' + (dashed ? ' dashed' : ''));
    made.style.borderTopColor = color;
    return made;
  }

  function said(sign, head, text, colorName, kind) {
    const mark = element('span', '', sign + ' ');
    if (colorName) {
      mark.style.color = 'var(--' + colorName + ')';
    }
    const shown = text.length > 200 ? text.slice(0, 199) + '…' : text;
    return element('div', 'said', mark, kind ? kind + ' · ' : null, element('b', '', head),
      shown ? element('p', '', shown) : null);
  }

  /**
   * Charts one below the other, on one axis of time that can be zoomed.
   *
   * panels: {head, headGap, height, snaps}, from the top down; heads stand above their charts.
   * times: entries with a time, in order; the crosshair stops at them.
   * yAxes, series: given the tools of a drawing, what ECharts needs.
   * describe: the tooltip for the index of an entry.
   * tipPanel: where the tooltip shows when it is called by time.
   * label: all of it in words. beforePrint, afterPrint: what the page does besides.
   */
  function timeCharts({panels, times, yAxes, series, describe, tipPanel, label, beforePrint, afterPrint}) {
    const plot = byId('plot');
    const box = byId('chart');
    const chart = echarts.init(box, null, {renderer: 'svg', height: 600});
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let printing = false;
    let zoomed = {from: start, to: end};

    /** Positions the headings and their charts, which depend on how the headings wrap; returns the total height. */
    function layOut() {
      let y = 0;
      for (const panel of panels) {
        panel.head.style.top = y + 'px';
        y += panel.head.offsetHeight + panel.headGap;
        panel.top = y;
        panel.drawn = printing ? Math.round(panel.height * 0.65) : panel.height;
        y += panel.drawn + LABEL_HEIGHT + PANEL_GAP;
      }
      return printing ? y : y - PANEL_GAP + SLIDER_GAP + SLIDER_HEIGHT + 6;
    }

    const line = (name, panel, color, data, more) => ({
      name,
      type: 'line',
      xAxisIndex: panel,
      yAxisIndex: panel,
      data,
      color,
      showSymbol: times.length === 1,
      symbol: 'circle',
      lineStyle: {width: 2, color},
      emphasis: {disabled: true},
      ...more,
    });

    /** Keeps the tooltip beside the crosshair, on the side with more room, and inside the chart. */
    function beside(point, params, dom, rect, size) {
      const [width, height] = size.contentSize;
      const [viewWidth, viewHeight] = size.viewSize;
      const gap = 16;
      const left = point[0] < viewWidth / 2 ? point[0] + gap : point[0] - width - gap;
      return [
        Math.min(Math.max(left, 0), Math.max(0, viewWidth - width)),
        Math.min(Math.max(point[1] - height / 2, 0), Math.max(0, viewHeight - height)),
      ];
    }

    function options(height) {
      const css = getComputedStyle(root);
      const color = name => css.getPropertyValue('--' + name).trim();
      const font = getComputedStyle(document.body).fontFamily;
      const muted = {color: color('muted'), fontSize: 12, fontFamily: font};
      const sliderTop = height - SLIDER_HEIGHT - 4;

      const grids = panels.map(panel => ({left: LEFT, right: RIGHT, top: panel.top, height: panel.drawn}));
      const xAxes = panels.map((panel, index) => ({
        type: 'time',
        gridIndex: index,
        min: start,
        max: end,
        splitNumber: Math.max(4, Math.floor((box.clientWidth - LEFT - RIGHT) / 100)),
        minInterval: 1000,
        axisLine: {onZero: false, lineStyle: {color: color('axis')}},
        axisTick: {lineStyle: {color: color('axis')}},
        axisLabel: {...muted, lineHeight: 16, hideOverlap: true, formatter: axisLabel},
        splitLine: {show: true, lineStyle: {color: color('grid')}},
        axisPointer: {
          show: true,
          snap: panels[index].snaps !== false,
          lineStyle: {color: color('muted'), width: 1, type: 'solid'},
          label: {show: false},
        },
      }));
      /** An axis from 0 to a round number at or above the highest value, in at most five equal steps. */
      const upTo = (highest, steps) => {
        const interval = steps.find(step => highest / step <= 5) ?? Math.ceil(highest / 5);
        return {interval, max: Math.ceil(highest / interval) * interval};
      };
      const yAxis = (index, name, more) => ({
        type: 'value',
        gridIndex: index,
        min: 0,
        name,
        nameLocation: 'end',
        nameGap: 9,
        nameTextStyle: {...muted, align: 'right', padding: [0, 8, 0, 0]},
        axisLabel: muted,
        axisLine: {show: false},
        axisTick: {show: false},
        axisPointer: {show: false},
        splitNumber: 4,
        splitLine: {lineStyle: {color: color('grid')}},
        ...more,
      });
      const noted = (text, lineColor) => ({
        show: true,
        position: 'end',
        distance: 6,
        formatter: text,
        color: lineColor,
        fontSize: 12,
        lineHeight: 14,
        fontFamily: font,
      });
      const horizontal = (value, text, lineColor, style) => ({
        yAxis: value,
        label: noted(text, color('muted')),
        lineStyle: {color: lineColor, ...style},
      });
      const tools = {color, muted, font, line, upTo, yAxis, horizontal};

      return {
        useUTC: true,
        animation: false,
        backgroundColor: 'transparent',
        textStyle: {fontFamily: font},
        aria: {enabled: false},
        grid: grids,
        xAxis: xAxes,
        yAxis: yAxes(tools),
        axisPointer: {link: [{xAxisIndex: 'all'}], triggerTooltip: true},
        tooltip: {
          trigger: 'axis',
          confine: true,
          transitionDuration: 0,
          backgroundColor: color('surface'),
          borderColor: color('axis'),
          borderWidth: 1,
          padding: [9, 12],
          extraCssText: 'box-shadow: 0 4px 16px rgb(0 0 0 / 0.18); z-index: 2;',
          position: beside,
          formatter: params => described(params),
        },
        dataZoom: [
          {
            type: 'inside',
            xAxisIndex: panels.map((panel, index) => index),
            startValue: zoomed.from,
            endValue: zoomed.to,
            filterMode: 'none',
            minValueSpan: Math.min(MINUTE, end - start),
            zoomOnMouseWheel: 'ctrl',
            moveOnMouseWheel: false,
            moveOnMouseMove: false,
            preventDefaultMouseMove: false,
          },
          {
            type: 'slider',
            show: !printing,
            xAxisIndex: panels.map((panel, index) => index),
            startValue: zoomed.from,
            endValue: zoomed.to,
            filterMode: 'none',
            minValueSpan: Math.min(MINUTE, end - start),
            left: LEFT,
            right: RIGHT,
            top: sliderTop,
            height: SLIDER_HEIGHT,
            brushSelect: true,
            moveHandleSize: 0,
            borderColor: color('rule'),
            borderRadius: 4,
            backgroundColor: 'transparent',
            fillerColor: color('slider'),
            dataBackground: {lineStyle: {color: color('axis'), width: 1}, areaStyle: {color: color('axis'), opacity: 0.12}},
            selectedDataBackground: {lineStyle: {color: color('usage'), width: 1}, areaStyle: {color: color('usage'), opacity: 0.1}},
            handleStyle: {color: color('surface'), borderColor: color('muted')},
            emphasis: {handleStyle: {borderColor: color('text')}},
            labelFormatter: value => moment(value),
            textStyle: muted,
            showDetail: false,
          },
        ],
        series: series(tools),
      };
    }

    function described(params) {
      const first = [params].flat()[0];
      const index = nearest(times, first.axisValue ?? first.value[0]);
      return index < 0 ? '' : describe(index);
    }

    function draw() {
      // Prints with light colors, as wide as the narrower of A4 and Letter.
      if (printing) {
        root.dataset.theme = 'light';
        plot.style.width = '680px';
      } else {
        delete root.dataset.theme;
        plot.style.width = '';
      }
      const height = layOut();
      plot.style.minHeight = height + 'px';
      box.style.height = height + 'px';
      chart.resize({width: box.clientWidth, height});
      chart.setOption(options(height), {notMerge: true});
      zoomButtons();
    }

    function zoomTo(from, to) {
      const span = Math.min(Math.max(to - from, MINUTE), end - start);
      const middle = (from + to) / 2;
      const begin = Math.min(Math.max(middle - span / 2, start), end - span);
      chart.dispatchAction({type: 'dataZoom', dataZoomIndex: 0, startValue: begin, endValue: begin + span});
    }

    function zoomButtons() {
      const whole = zoomed.from <= start && zoomed.to >= end;
      byId('zoom-out').disabled = whole;
      byId('zoom-all').disabled = whole;
      byId('zoom-in').disabled = zoomed.to - zoomed.from <= MINUTE;
    }

    function showAt(time) {
      const index = nearest(times, time);
      if (index < 0) {
        return;
      }
      const shown = times[index].time;
      if (shown < zoomed.from || shown > zoomed.to) {
        const half = (zoomed.to - zoomed.from) / 2;
        zoomTo(shown - half, shown + half);
      }
      const [x] = chart.convertToPixel({gridIndex: tipPanel}, [shown, 0]);
      chart.dispatchAction({type: 'showTip', x, y: panels[tipPanel].top + panels[tipPanel].drawn / 2});
    }

    box.setAttribute('aria-label', label);
    draw();

    chart.on('datazoom', () => {
      const {startValue, endValue} = chart.getOption().dataZoom[0];
      zoomed = {from: startValue, to: endValue};
      zoomButtons();
    });
    const middle = () => (zoomed.from + zoomed.to) / 2;
    const zoomBy = factor => {
      const half = (zoomed.to - zoomed.from) * factor / 2;
      zoomTo(middle() - half, middle() + half);
    };
    byId('zoom-in').addEventListener('click', () => zoomBy(0.5));
    byId('zoom-out').addEventListener('click', () => zoomBy(2));
    byId('zoom-all').addEventListener('click', () => zoomTo(start, end));

    let cursor = -1;
    box.addEventListener('keydown', event => {
      const step = {ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10}[event.key];
      if (step && times.length > 0) {
        cursor = cursor < 0
          ? nearest(times, middle())
          : Math.min(Math.max(cursor + step, 0), times.length - 1);
        showAt(times[cursor].time);
        event.preventDefault();
      } else if (event.key === 'Escape') {
        chart.dispatchAction({type: 'hideTip'});
      }
    });

    let width = box.clientWidth;
    new ResizeObserver(() => {
      if (!printing && box.clientWidth !== width) {
        width = box.clientWidth;
        requestAnimationFrame(draw);
      }
    }).observe(plot);
    dark.addEventListener('change', draw);
    addEventListener('beforeprint', () => {
      printing = true;
      beforePrint?.();
      draw();
    });
    addEventListener('afterprint', () => {
      printing = false;
      afterPrint?.();
      draw();
    });

    return {
      /** span: how much time to show around it, in ms; the zoom stays without it. */
      showAt(time, span) {
        plot.closest('section').scrollIntoView({block: 'start'});
        if (span) {
          zoomTo(time - span / 2, time + span / 2);
        }
        showAt(time);
      },
      /** Distance from the crosshair that is too small to see, in ms. */
      reach: () => 2 * (zoomed.to - zoomed.from) / Math.max(1, box.clientWidth - LEFT - RIGHT),
    };
  }

  // ---- Tables -----------------------------------------------------------------------------------------------------

  function cell(className, ...children) {
    const made = element('td', className, ...children);
    made.setAttribute('role', 'cell');
    return made;
  }

  function tableRow(className, ...cells) {
    const made = element('tr', className, ...cells);
    made.setAttribute('role', 'row');
    return made;
  }

  /** On a narrow screen each row of the table is a list: the cells repeat the heads of their columns. */
  function cards(table) {
    const heads = [...table.tHead.rows].at(-1).cells;
    table.classList.add('cards');
    for (const row of table.tBodies[0].rows) {
      [...row.cells].forEach((each, column) => {
        each.dataset.label = heads[column].dataset.label ?? heads[column].textContent;
      });
    }
    return table;
  }

  /** A button with a time that moves the charts' crosshair there. */
  function timeCell(time, showAt, text = moment(time), className = 'time') {
    const button = element('button', '', text);
    button.type = 'button';
    button.title = 'Show in the charts';
    button.addEventListener('click', () => showAt(time));
    return cell(className, button);
  }

  return {
    recording, start, end, runSeconds, dated, NBSP, byId, clock, date, moment, known, figure, short, percent, many, duration, nearest,
    element, timeCharts, tipRow, swatch, said, cell, tableRow, cards, timeCell,
  };
})();
