package dev.hpa.controller.world;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;

/** Manifests in texts of tests. */
final class Yaml {

  private static final YAMLMapper MAPPER = new YAMLMapper();

  private Yaml() {}

  static JsonNode tree(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException(text, wrong);
    }
  }
}
