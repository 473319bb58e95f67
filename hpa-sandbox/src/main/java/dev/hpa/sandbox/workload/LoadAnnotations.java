package dev.hpa.sandbox.workload;

import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.store.Change;
import dev.hpa.sandbox.store.StoredObject;

/**
 * Reads the load of a workload from its annotations: the profile in {@code sandbox.hpa.dev/load},
 * otherwise the constant amount in {@code sandbox.hpa.dev/cpu}. A profile starts when its value is
 * first seen. Annotations of a ReplicaSet of a Deployment are ignored.
 */
final class LoadAnnotations {

  private static final String LOAD = "load";
  private static final String CPU = "cpu";

  private final LoadMeter meter;
  private final LoadParser parser;
  private final EventWriter events;

  LoadAnnotations(LoadMeter meter, LoadParser parser, EventWriter events) {
    this.meter = meter;
    this.parser = parser;
    this.events = events;
  }

  void apply(ResourceType type, Change change) {
    StoredObject after = change.after();
    if (after == null) {
      meter.forget(change.last().uid());
      return;
    }
    String key = after.settings().containsKey(LOAD) ? LOAD : CPU;
    String value = after.settings().getOrDefault(key, "");
    if (meter.isNewLoad(after.uid(), value.isEmpty() ? "" : key + "=" + value)) {
      meter.load(after.uid(), read(type, after, key, value));
    }
  }

  private LoadProfile read(ResourceType type, StoredObject workload, String key, String value) {
    if (value.isEmpty()) {
      return LoadProfile.NONE;
    }
    try {
      return key.equals(LOAD) ? parser.profile(value) : LoadParser.constant(value);
    } catch (LoadFormatException problem) {
      events.warning(
          "sandbox",
          new EventWriter.Subject(type, workload.key(), workload.uid()),
          "InvalidLoad",
          "annotation sandbox.hpa.dev/" + key + "=\"" + value + "\": " + problem.getMessage());
      return LoadProfile.NONE;
    }
  }
}
