package dev.hpa.cli.incident;

import dev.hpa.api.NamespacedName;
import org.jspecify.annotations.Nullable;

/**
 * The result of one HPA of several.
 *
 * @param incident null with a problem
 * @param problem why it cannot be explained; null with an incident
 */
record IncidentRow(NamespacedName name, @Nullable Incident incident, @Nullable String problem) {

  static IncidentRow of(Incident incident) {
    return new IncidentRow(incident.name(), incident, null);
  }

  static IncidentRow failed(NamespacedName name, String problem) {
    return new IncidentRow(name, null, problem);
  }
}
