package dev.hpa.cli.simulate;

import dev.hpa.core.Settings;
import dev.hpa.sandbox.workload.SimulatorOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to simulate.
 *
 * @param manifests files with autoscalers and, if wanted, their workloads
 * @param load the file with the demand
 * @param metrics files with the traces of single metrics, by the metrics' names
 * @param series which series of Prometheus results is meant, by labels; empty for the only one
 * @param gaps what is a gap in a recording, and what replaces it
 * @param from when counting begins, as a time of the calendar or since the start of the load; null
 *     for the start of the load
 * @param duration how long is counted; null up to the end of the load
 * @param warmUp how long is simulated before, uncounted
 * @param coresPerUnit the CPU a unit of the demand takes; null where nobody said
 * @param bytesPerUnit the memory a unit of the demand takes; null where it takes none
 * @param capacity the demand one ready pod can carry, in units; null for what its CPU allows
 * @param replicas how many the workload begins with; null for what stands in the files
 * @param requests of the containers of workloads that are not in the files, by resource
 * @param limits the same
 * @param flapWindow within what time a change of direction is a flap
 * @param settings what decisions depend on besides their autoscaler
 * @param syncPeriod the time between two reconciles, positive
 */
public record SimulateOptions(
    List<String> manifests,
    String load,
    Map<String, String> metrics,
    Map<String, String> series,
    GapOptions gaps,
    @Nullable String from,
    @Nullable Duration duration,
    Duration warmUp,
    @Nullable Double coresPerUnit,
    @Nullable Double bytesPerUnit,
    @Nullable Double capacity,
    @Nullable Integer replicas,
    Map<String, String> requests,
    Map<String, String> limits,
    Duration flapWindow,
    Settings settings,
    Duration syncPeriod,
    SimulatorOptions pods) {}
