package dev.hpa.sandbox.faults;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Selects the requests that a fault may affect.
 *
 * @param path as written; empty for any
 * @param pattern the compiled path; null for any
 * @param methods HTTP methods, and WATCH for watches; empty for any
 * @param client a substring of the User-Agent header; empty for any
 */
record RequestMatcher(String path, @Nullable Pattern pattern, List<String> methods, String client) {

  /** Matches no request. */
  static final RequestMatcher NONE = new RequestMatcher("", null, List.of(), "");

  private static final Set<String> METHODS =
      Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "WATCH");

  static RequestMatcher read(FaultSettings settings) {
    String path = settings.text("path");
    if (!path.isEmpty() && !path.startsWith("/")) {
      throw new FaultFormatException(
          "path: \"" + path + "\" does not start with \"/\"; use one such as /api/v1/**");
    }
    String methods = settings.text("method");
    List<String> each = methods.isEmpty() ? List.of() : List.of(methods.split("\\|", -1));
    for (String method : each) {
      if (!METHODS.contains(method)) {
        throw new FaultFormatException(
            "method: unknown method \"%s\"; use GET, POST, PUT, PATCH, DELETE or WATCH, separated by |"
                .formatted(method));
      }
    }
    return new RequestMatcher(
        path, path.isEmpty() ? null : pattern(path), each, settings.text("user-agent"));
  }

  /** {@code *} matches within a path segment, {@code **} across segments. */
  private static Pattern pattern(String path) {
    StringBuilder regex = new StringBuilder();
    int place = 0;
    while (place < path.length()) {
      boolean anything = path.startsWith("**", place);
      String piece = path.substring(place, place + (anything ? 2 : 1));
      regex.append(
          switch (piece) {
            case "**" -> ".*";
            case "*" -> "[^/]*";
            default -> Pattern.quote(piece);
          });
      place += piece.length();
    }
    return Pattern.compile(regex.toString());
  }

  boolean matches(MatchedRequest request) {
    return (pattern == null || pattern.matcher(request.path()).matches())
        && (methods.isEmpty()
            || methods.contains(request.method())
            || (request.watch() && methods.contains("WATCH")))
        && request.client().contains(client);
  }
}
