package dev.hpa.controller.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.NamespacedName;
import dev.hpa.controller.state.StateSection;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The syncs of autoscalers that the dashboard shows, in their compact form. */
public final class SyncsSection implements StateSection {

  private final DecisionHistory history;

  public SyncsSection(DecisionHistory history) {
    this.history = history;
  }

  @Override
  public String name() {
    return "syncs";
  }

  @Override
  public Map<NamespacedName, JsonNode> save(Predicate<String> namespaces) {
    Map<NamespacedName, JsonNode> saved = new HashMap<>();
    history
        .save(namespaces)
        .forEach((key, syncs) -> saved.put(key, BinaryNode.valueOf(syncs.encoded())));
    return saved;
  }

  @Override
  public void restore(HorizontalPodAutoscaler hpa, JsonNode saved, Instant at, Instant now) {
    byte[] bytes;
    try {
      bytes = saved.binaryValue();
    } catch (IOException malformed) {
      throw new IllegalArgumentException("it is not Base64", malformed);
    }
    if (bytes == null) {
      throw new IllegalArgumentException("it is not a string");
    }
    history.restore(NamespacedName.of(hpa.metadata()), SavedSyncs.decode(bytes), now);
  }
}
