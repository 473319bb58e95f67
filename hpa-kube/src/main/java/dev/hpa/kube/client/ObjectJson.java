package dev.hpa.kube.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hpa.api.Json;

/**
 * The JSON of listed and watched objects. Whatever the API server accepts in one object is read: a
 * limit that one object exceeds would end the watch of all.
 */
final class ObjectJson {

  /** More than Go's decoder accepts. */
  private static final int MAX_DEPTH = 20_000;

  private ObjectJson() {}

  /** Creates parsers that can read trees. */
  static final JsonFactory FACTORY = factory();

  private static JsonFactory factory() {
    JsonFactory factory = new ObjectMapper(Json.factory().build()).getFactory();
    return factory.setStreamReadConstraints(
        StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNameLength(Integer.MAX_VALUE)
            .maxStringLength(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .build());
  }
}
