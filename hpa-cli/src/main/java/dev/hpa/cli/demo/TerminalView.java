package dev.hpa.cli.demo;

import dev.hpa.api.HpaCondition;
import dev.hpa.api.SafeText;
import dev.hpa.cli.report.SparkChart;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;

/** A self-updating terminal view: load, utilization and target, replicas, reasons, events. */
final class TerminalView implements DemoView {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final int LABEL = 9;
  private static final String BOLD = "\u001b[1m";
  private static final String DIM = "\u001b[2m";
  private static final String YELLOW = "\u001b[33m";
  private static final String CYAN = "\u001b[36m";
  private static final String GREEN = "\u001b[32m";
  private static final String RESET = "\u001b[0m";

  private final Terminal terminal;
  private final DemoOptions options;
  private final String kubeconfig;
  private final String dashboard;

  TerminalView(Terminal terminal, DemoOptions options, String kubeconfig, String dashboard) {
    this.terminal = terminal;
    this.options = options;
    this.kubeconfig = kubeconfig;
    this.dashboard = dashboard;
    terminal.puts(Capability.cursor_invisible);
    terminal.puts(Capability.clear_screen);
    terminal.flush();
  }

  @Override
  public void show(DemoRecorder.State state) {
    int width = Math.max(40, orElse(terminal.getSize().getColumns(), 80));
    int height = Math.max(12, orElse(terminal.getSize().getRows(), 24));
    List<String> lines = lines(state, width, height);
    PrintWriter out = terminal.writer();
    terminal.puts(Capability.cursor_home);
    for (int i = 0; i < Math.min(lines.size(), height - 1); i++) {
      out.print(lines.get(i));
      terminal.puts(Capability.clr_eol);
      out.print("\r\n");
    }
    terminal.puts(Capability.clr_eos);
    terminal.flush();
  }

  private List<String> lines(DemoRecorder.State state, int width, int height) {
    List<String> lines = new ArrayList<>();
    lines.add(BOLD + fit("hpa demo  " + DemoWorkload.NAME + "  " + progress(state), width) + RESET);
    lines.add(DIM + fit("kubectl --kubeconfig " + kubeconfig + " get hpa -w", width) + RESET);
    lines.add(DIM + fit("dashboard: " + dashboard, width) + RESET);
    lines.add("");
    DemoSample last = state.last();
    if (last == null) {
      lines.add("starting");
      return lines;
    }
    int chartHeight = Math.max(1, Math.min(5, (height - 17) / 3));
    double mostLoad = most(state, DemoSample::loadMilliCores, 100);
    double mostPercent = most(state, TerminalView::percent, options.targetUtilization() * 2.0);
    chart(
        lines,
        state,
        "load",
        CYAN,
        chartHeight,
        width,
        mostLoad,
        Double.NaN,
        DemoSample::loadMilliCores,
        "%.2f cores demand, %.2f used"
            .formatted(last.loadMilliCores() / 1000, last.usageMilliCores() / 1000));
    chart(
        lines,
        state,
        "cpu",
        YELLOW,
        chartHeight,
        width,
        mostPercent,
        options.targetUtilization(),
        TerminalView::percent,
        "%s of the requests, target %d%%"
            .formatted(
                last.utilizationPercent() == null ? "unknown" : last.utilizationPercent() + "%",
                options.targetUtilization()));
    chart(
        lines,
        state,
        "replicas",
        GREEN,
        chartHeight,
        width,
        options.maxReplicas(),
        Double.NaN,
        DemoSample::readyReplicas,
        "%d desired, %d ready, %d to %d allowed"
            .formatted(
                last.specReplicas(),
                last.readyReplicas(),
                options.minReplicas(),
                options.maxReplicas()));
    lines.add("");
    for (HpaCondition condition : state.conditions()) {
      lines.add(
          fit(
              "%-14s %-6s %s: %s"
                  .formatted(
                      condition.type(),
                      condition.status(),
                      condition.reason(),
                      condition.message()),
              width));
    }
    lines.add("");
    int available = Math.max(1, height - 2 - lines.size());
    List<ChartEvent> events = state.events();
    for (ChartEvent event : events.subList(Math.max(0, events.size() - available), events.size())) {
      lines.add(
          DIM
              + fit(TIME.format(event.at()) + "  " + event.reason() + ": " + event.message(), width)
              + RESET);
    }
    return lines;
  }

  private static int orElse(int size, int unknown) {
    return size > 0 ? size : unknown;
  }

  private String progress(DemoRecorder.State state) {
    Duration gone = Duration.between(state.start(), state.now());
    double share =
        Math.min(1, (double) gone.toMillis() / Math.max(1, options.clusterTime().toMillis()));
    int full = (int) Math.round(20 * share);
    return "%s  %s%s %3.0f%%  %s× real time"
        .formatted(
            TIME.format(state.now()),
            "█".repeat(full),
            "░".repeat(20 - full),
            100 * share,
            number(options.speed()));
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  private static double percent(DemoSample sample) {
    return sample.utilizationPercent() == null ? Double.NaN : sample.utilizationPercent();
  }

  private static double most(
      DemoRecorder.State state, ToDoubleFunction<DemoSample> value, double atLeast) {
    return state.samples().stream()
        .mapToDouble(value)
        .filter(each -> !Double.isNaN(each))
        .reduce(atLeast, Math::max);
  }

  private static void chart(
      List<String> lines,
      DemoRecorder.State state,
      String label,
      String color,
      int height,
      int width,
      double most,
      double target,
      ToDoubleFunction<DemoSample> value,
      String legend) {
    int columns = width - LABEL;
    List<DemoSample> samples = state.samples();
    double[] values =
        samples.subList(Math.max(0, samples.size() - columns), samples.size()).stream()
            .mapToDouble(value)
            .toArray();
    lines.add(BOLD + fit(padded(label) + legend, width) + RESET);
    for (String row : SparkChart.render(values, 0, most, columns, height, target)) {
      lines.add(padded("") + color + row + RESET);
    }
  }

  private static String padded(String text) {
    return text + " ".repeat(Math.max(0, LABEL - text.length()));
  }

  private static String fit(String text, int width) {
    String safe = SafeText.line(text);
    return safe.length() <= width ? safe : safe.substring(0, width - 1) + "…";
  }

  @Override
  public void close() {
    terminal.puts(Capability.cursor_visible);
    terminal.flush();
  }
}
