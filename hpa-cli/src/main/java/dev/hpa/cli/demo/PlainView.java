package dev.hpa.cli.demo;

import dev.hpa.api.SafeText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Plain lines for files and pipes: scale events, warnings and the periodic state. */
final class PlainView implements DemoView {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  private final PrintWriter out;
  private final Duration interval;
  private Instant nextStatus = Instant.MIN;
  private int eventsShown;

  /**
   * @param interval cluster time between two state lines
   */
  PlainView(PrintWriter out, Duration interval) {
    this.out = out;
    this.interval = interval;
  }

  @Override
  public void show(DemoRecorder.State state) {
    for (; eventsShown < state.events().size(); eventsShown++) {
      ChartEvent event = state.events().get(eventsShown);
      out.printf(
          "%s  %-7s %s: %s%n",
          TIME.format(event.at()),
          SafeText.line(event.type()),
          SafeText.line(event.reason()),
          SafeText.line(event.message()));
    }
    DemoSample sample = state.last();
    if (sample != null && !state.now().isBefore(nextStatus)) {
      nextStatus = state.now().plus(interval);
      out.printf("%s  %s%n", TIME.format(sample.at()), describe(sample));
    }
    out.flush();
  }

  private static String describe(DemoSample sample) {
    return "load %.2f cores, usage %.2f, cpu %s, replicas %d desired, %d ready"
        .formatted(
            sample.loadMilliCores() / 1000,
            sample.usageMilliCores() / 1000,
            sample.utilizationPercent() == null ? "unknown" : sample.utilizationPercent() + "%",
            sample.specReplicas(),
            sample.readyReplicas());
  }
}
