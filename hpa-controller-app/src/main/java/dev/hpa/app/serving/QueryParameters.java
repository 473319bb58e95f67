package dev.hpa.app.serving;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.UrlEncoded;
import org.jspecify.annotations.Nullable;

/** The parameters of a query. */
final class QueryParameters {

  private QueryParameters() {}

  /**
   * All values of each parameter, in their order. Time and memory grow linearly: Jetty's own fields
   * copy all values of a parameter for each further one.
   *
   * @param query as sent, without {@code ?}; null if there is none
   * @throws RuntimeException if it is malformed
   */
  static Map<String, List<String>> of(@Nullable String query) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    if (query != null) {
      UrlEncoded.decodeUtf8To(
          query,
          0,
          query.length(),
          (name, value) -> parameters.computeIfAbsent(name, any -> new ArrayList<>()).add(value));
    }
    return parameters;
  }
}
