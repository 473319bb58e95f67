package dev.hpa.cli.simulate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the loads of a simulation are read from.
 *
 * @param demand the demand on the workload
 * @param ofMetrics separate loads by metric or resource name
 */
public record Loads(LoadSource demand, Map<String, LoadSource> ofMetrics) {
  public Loads {
    ofMetrics = Collections.unmodifiableMap(new LinkedHashMap<>(ofMetrics));
  }
}
