package dev.hpa.cli.readme;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaDefaults;
import dev.hpa.api.Quantity;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.core.options.Options;
import dev.hpa.core.settings.Settings;
import dev.hpa.simulation.Replay;
import dev.hpa.simulation.ReplayResult;
import dev.hpa.simulation.ReplayWorkload;
import dev.hpa.simulation.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The picture of the README: a replay of an HPA under a spike as SVG, with the calculation of its
 * scale-up. Its colors follow the color scheme of the reader.
 */
final class SpikePicture {

  private static final int MINUTES = 40;
  private static final int SPIKE_BEGIN = 8;
  private static final int SPIKE_END = 18;

  /** The sync period and the time between two measurements of CPU, in seconds. */
  private static final int PERIOD = 15;

  private static final double REQUEST = 0.2;
  private static final int TARGET = 60;

  /** The time of the chart in pixels, and the place of its two parts. */
  private static final int LEFT = 56;

  private static final int WIDTH = 520;
  private static final int LOAD_TOP = 84;
  private static final int LOAD_HEIGHT = 92;
  private static final int REPLICAS_TOP = 228;
  private static final int REPLICAS_HEIGHT = 92;
  private static final int MAX_REPLICAS = 12;
  private static final double MAX_CORES = 1.2;

  private static final HorizontalPodAutoscaler HPA =
      HpaDefaults.apply(
          HpaVersion.V2.decode(
              """
              {"metadata": {"name": "web"}, "spec": {"minReplicas": 3, "maxReplicas": 20,
               "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
               "metrics": [{"type": "Resource", "resource": {"name": "cpu",
                 "target": {"type": "Utilization", "averageUtilization": 60}}}]}}
              """));

  private final double[] load =
      IntStream.rangeClosed(0, 60 * MINUTES).mapToDouble(SpikePicture::load).toArray();
  private final ReplayResult replay;
  private final int scaleUp;
  private final StringBuilder out = new StringBuilder();

  private SpikePicture() {
    replay =
        Replay.run(
            ReplayWorkload.of(
                Instant.EPOCH,
                Duration.ofSeconds(1),
                List.of(Samples.of(load)),
                REQUEST,
                Map.of("cpu", Quantity.parse("200m")),
                Duration.ofSeconds(30),
                6),
            HPA,
            Options.NONE,
            Settings.DEFAULTS);
    scaleUp = changes()[0];
  }

  /** In cores. */
  private static double load(int second) {
    boolean isSpike = second > 60 * SPIKE_BEGIN && second < 60 * SPIKE_END;
    double wave = 0.012 * Math.sin(second * 0.06) + 0.008 * Math.sin(second * 0.15);
    return isSpike ? 1.09 : 0.70 + wave;
  }

  private int[] changes() {
    return IntStream.range(0, replay.syncs())
        .filter(sync -> replay.desired(sync) != replay.current(sync))
        .toArray();
  }

  static String svg() {
    return new SpikePicture().drawn();
  }

  private String drawn() {
    head();
    load();
    replicas();
    explanation();
    out.append("</svg>\n");
    return out.toString();
  }

  private void head() {
    out.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 360" width="980" height="360" role="img"
          aria-label="A spike of load, the replicas of the workload, and why the HPA has 9 replicas">
        <style>
          svg { --back: #ffffff; --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --load: #bc4c00; --pods: #0969da; --box: #f6f8fa; }
          @media (prefers-color-scheme: dark) {
            svg { --back: #0d1117; --text: #f0f6fc; --soft: #9198a1; --line: #3d444d; --load: #db6d28; --pods: #4493f8; --box: #151b23; }
          }
          text { font-family: -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; font-size: 14px; fill: var(--text); }
          .soft { fill: var(--soft); font-size: 12px; }
          .title { font-weight: 600; }
          .large { font-size: 20px; font-weight: 600; }
          .grid { stroke: var(--line); stroke-width: 1; }
          .load { stroke: var(--load); stroke-width: 2; fill: none; }
          .pods { stroke: var(--pods); stroke-width: 3; fill: none; }
        </style>
        <rect width="980" height="360" rx="8" fill="var(--back)"/>
        """);
    text(LEFT, 34, "large", "A spike of load, and the HPA that follows it");
    text(LEFT, 54, "soft", "CPU target 60 % of 200m per pod, 3 to 20 replicas; minutes");
  }

  private void load() {
    text(LEFT, LOAD_TOP - 8, "title", "Load, in cores");
    grid(LOAD_TOP, LOAD_HEIGHT, MAX_CORES, 0.6);
    StringBuilder path = new StringBuilder();
    for (int second = 0; second < load.length; second += 5) {
      int y = y(load[second], LOAD_TOP, LOAD_HEIGHT, MAX_CORES);
      path.append("%s%d %d".formatted(second == 0 ? "M" : " L", x(second), y));
    }
    out.append("<path class=\"load\" d=\"%s\"/>\n".formatted(path));
  }

  private void replicas() {
    text(LEFT, REPLICAS_TOP - 8, "title", "Replicas");
    grid(REPLICAS_TOP, REPLICAS_HEIGHT, MAX_REPLICAS, 3);
    steps();
    for (int minute = 0; minute <= MINUTES; minute += 10) {
      text(x(60 * minute) - 6, REPLICAS_TOP + REPLICAS_HEIGHT + 18, "soft", "" + minute);
    }
    int y = yOf(replay.desired(scaleUp));
    out.append(
        "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"var(--pods)\"/>\n"
            .formatted(x(PERIOD * scaleUp), y));
    text(
        x(PERIOD * scaleUp) - 46,
        y + 4,
        "",
        replay.current(scaleUp) + " → " + replay.desired(scaleUp));
    int down = changes()[1];
    text(x(PERIOD * down) + 8, y + 16, "soft", "5 min later: the scale-down window");
  }

  private void explanation() {
    int from = replay.current(scaleUp);
    int to = replay.desired(scaleUp);
    int percent = (int) (Math.ceil(1_000 * measured() / from) / (10 * REQUEST));
    double ratio = (double) percent / TARGET;
    if (Math.ceil(ratio * from) != to) {
      throw new IllegalStateException(percent + " % of " + from + " pods do not give " + to);
    }
    out.append(
        "<rect x=\"610\" y=\"64\" width=\"340\" height=\"256\" rx=\"8\" fill=\"var(--box)\""
            + " stroke=\"var(--line)\"/>\n");
    text(630, 98, "large", "Why " + to + " replicas?");
    List<String> sentences =
        List.of(
            from + " pods use " + percent + " % of their requests.",
            "%d %% ÷ %d %% is %.3f, outside the tolerance".formatted(percent, TARGET, ratio),
            "of 0.900 to 1.100.",
            "ceil(%.3f × %d pods) = %d.".formatted(ratio, from, to),
            "A scale-up may double the replicas: at most " + 2 * from + ".");
    for (int i = 0; i < sentences.size(); i++) {
      text(630, 132 + 24 * i, "", sentences.get(i));
    }
    text(630, 280, "soft", "hpa explain shop/web prints every step, for any");
    text(630, 298, "soft", "HPA of any cluster. It writes nothing.");
  }

  /** The cores that the last measurement before the scale-up has found, as an average. */
  private double measured() {
    double sum = 0;
    for (int second = PERIOD * (scaleUp - 1); second < PERIOD * scaleUp; second++) {
      sum += (load[second] + load[second + 1]) / 2;
    }
    return sum / PERIOD;
  }

  private void text(int x, int y, String type, String text) {
    out.append(
        "<text x=\"%d\" y=\"%d\"%s>%s</text>\n"
            .formatted(x, y, type.isEmpty() ? "" : " class=\"" + type + "\"", text));
  }

  private void grid(int top, int height, double max, double step) {
    for (double value = 0; value <= max + 1e-9; value += step) {
      int y = y(value, top, height, max);
      out.append("<path class=\"grid\" d=\"M%d %d H%d\"/>\n".formatted(LEFT, y, LEFT + WIDTH));
      String label = value == Math.rint(value) ? "%.0f".formatted(value) : "%.1f".formatted(value);
      text(LEFT - 30, y + 4, "soft", label);
    }
  }

  private void steps() {
    StringBuilder path = new StringBuilder("M%d %d".formatted(x(0), yOf(replay.current(0))));
    for (int sync : changes()) {
      path.append(" H%d V%d".formatted(x(PERIOD * sync), yOf(replay.desired(sync))));
    }
    out.append("<path class=\"pods\" d=\"%s H%d\"/>\n".formatted(path, LEFT + WIDTH));
  }

  private static int x(int second) {
    return LEFT + second * WIDTH / (60 * MINUTES);
  }

  private static int yOf(int replicas) {
    return y(replicas, REPLICAS_TOP, REPLICAS_HEIGHT, MAX_REPLICAS);
  }

  private static int y(double value, int top, int height, double max) {
    return (int) Math.round(top + height * (1 - value / max));
  }
}
