package dev.hpa.cli.simulate;

import dev.hpa.api.GoDuration;
import dev.hpa.api.Timestamps;
import dev.hpa.cli.manifests.Inventory;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The validated inputs of a run. */
public record Inputs(List<Variant> variants, Demand demand, TimeRange counted) {

  private static final String NAMESPACE = "default";

  public Inputs {
    variants = List.copyOf(variants);
  }

  static Inputs read(SimulateOptions options) throws IOException, UnusableInputException {
    return of(options, inventory(options));
  }

  /**
   * With the autoscalers and workloads of an inventory.
   *
   * @throws UnusableInputException if an input is unusable
   */
  public static Inputs of(SimulateOptions options, Inventory inventory)
      throws IOException, UnusableInputException {
    RecordedLoad load = options.loads().demand().read(options.series(), options.gaps());
    Demand demand =
        new Demand(load, metrics(options, load), options.coresPerUnit(), options.bytesPerUnit());
    TimeRange counted = counted(options, load);
    requireRecorded(demand, counted, options.gaps().rule());
    requireNone(inventory.problems());
    return new Inputs(Variants.of(inventory, options), demand, counted);
  }

  private static Inventory inventory(SimulateOptions options) throws IOException {
    return Inventory.read(
        options.manifests(), options.settings().version(), options.settings().gates(), NAMESPACE);
  }

  private static void requireNone(List<String> problems) throws UnusableInputException {
    if (!problems.isEmpty()) {
      int more = problems.size() - 1;
      throw new UnusableInputException(
          problems.getFirst()
              + (more == 0 ? "" : " (and " + more + " more; run hpa lint to list all)"));
    }
  }

  private static Map<String, RecordedLoad> metrics(SimulateOptions options, RecordedLoad load)
      throws IOException, UnusableInputException {
    Map<String, RecordedLoad> traces = new LinkedHashMap<>();
    for (Map.Entry<String, LoadSource> each : options.loads().ofMetrics().entrySet()) {
      RecordedLoad trace = each.getValue().read(options.series(), options.gaps());
      if (trace.dated() && !load.dated()) {
        throw new UnusableInputException(
            trace.name()
                + ": has absolute times, but "
                + load.name()
                + " has relative times; use one format for both");
      }
      traces.put(each.getKey(), trace.dated() ? trace : trace.from(startOf(load)));
    }
    return traces;
  }

  /** The start time of traces with relative times. */
  private static Instant startOf(RecordedLoad load) {
    return load.dated() ? load.start() : load.origin();
  }

  private static TimeRange counted(SimulateOptions options, RecordedLoad load)
      throws UnusableInputException {
    String given = options.from();
    Instant from = given == null ? load.start() : time(given, startOf(load));
    Instant to = options.duration() == null ? load.end() : from.plus(options.duration());
    if (!to.isAfter(from)) {
      throw new UnusableInputException(
          load.name()
              + ": has no samples after "
              + Timestamps.format(from)
              + "; give --duration, or another --from");
    }
    return new TimeRange(from, to);
  }

  private static Instant time(String text, Instant start) throws UnusableInputException {
    try {
      return text.contains("T") ? Timestamps.parse(text) : start.plus(GoDuration.parse(text));
    } catch (IllegalArgumentException none) {
      throw new UnusableInputException(
          "--from "
              + text
              + ": is not a time; write 2026-03-02T08:00:00Z, or 8h for 8 hours after the start");
    }
  }

  private static void requireRecorded(Demand demand, TimeRange counted, GapRule rule)
      throws UnusableInputException {
    if (demand.main().over(counted).isEmpty()) {
      throw new UnusableInputException(
          demand.main().name()
              + ": has no samples from "
              + Timestamps.format(counted.from())
              + " to "
              + Timestamps.format(counted.to())
              + "; choose another time with --from and --duration");
    }
    if (rule == GapRule.FAIL) {
      requireNoGaps(demand.main(), counted);
      for (RecordedLoad trace : demand.ofMetrics().values()) {
        requireNoGaps(trace, counted);
      }
    }
  }

  private static void requireNoGaps(RecordedLoad load, TimeRange counted)
      throws UnusableInputException {
    Gaps gaps = Gaps.of(load, counted);
    if (!gaps.isEmpty()) {
      throw new UnusableInputException(
          load.name()
              + ": "
              + gaps.text()
              + "; use another recording, or set --gaps=interpolate or --gaps=hold");
    }
  }

  /** The figures of the demand over the counted time. */
  LoadFigures figures() {
    return demand.main().over(counted);
  }
}
