package dev.hpa.sandbox.workload;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pod-template-hash: FNV-1a over the template with sorted keys, encoded with Kubernetes' safe
 * alphabet. Equal templates have equal hashes, whatever the order of their fields.
 */
final class PodTemplateHash {

  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
  private static final int OFFSET_BASIS = 0x811c9dc5;
  private static final int PRIME = 0x01000193;

  private int hash = OFFSET_BASIS;

  private PodTemplateHash() {}

  /** The hash, 9 or 10 characters. */
  static String of(JsonNode template) {
    PodTemplateHash hash = new PodTemplateHash();
    hash.add(template);
    String digits = "%09d".formatted(Integer.toUnsignedLong(hash.hash));
    StringBuilder text = new StringBuilder(digits.length());
    digits.chars().forEach(digit -> text.append(ALPHABET.charAt(digit % ALPHABET.length())));
    return text.toString();
  }

  private void add(JsonNode node) {
    if (node.isObject()) {
      addObject(node);
    } else if (node.isArray()) {
      add("[");
      node.forEach(this::add);
      add("]");
    } else {
      add(node.getNodeType().name());
      add(node.asText());
    }
  }

  private void addObject(JsonNode node) {
    Map<String, JsonNode> members = new TreeMap<>();
    node.properties().forEach(e -> members.put(e.getKey(), e.getValue()));
    add("{");
    members.forEach(
        (name, value) -> {
          add(name);
          add(value);
        });
    add("}");
  }

  private void add(String text) {
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * PRIME;
    }
    hash = (hash ^ '\n') * PRIME;
  }
}
