package dev.hpa.sandbox.request;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A media range of an Accept header.
 *
 * @param type in lower case, such as {@code application/json} or {@code *}{@code /*}
 * @param parameters in their order; names are in lower case
 */
record MediaRange(String type, Map<String, String> parameters) {

  /** The media ranges of an Accept header by preference; empty for an empty header. */
  static List<MediaRange> all(String accept) {
    List<MediaRange> ranges = new ArrayList<>();
    for (String range : accept.split(",")) {
      if (!range.isBlank()) {
        ranges.add(parse(range));
      }
    }
    return ranges;
  }

  private static MediaRange parse(String range) {
    String[] parts = range.split(";");
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equal = parts[i].indexOf('=');
      if (equal > 0) {
        parameters.put(
            parts[i].substring(0, equal).strip().toLowerCase(Locale.ROOT),
            parts[i].substring(equal + 1).strip());
      }
    }
    return new MediaRange(parts[0].strip().toLowerCase(Locale.ROOT), parameters);
  }

  /** A parameter; empty when absent. */
  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  boolean includes(String mediaType) {
    return type.equals(mediaType) || type.equals("application/*") || type.equals("*/*");
  }
}
