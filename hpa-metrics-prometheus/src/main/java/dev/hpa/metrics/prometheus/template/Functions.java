package dev.hpa.metrics.prometheus.template;

import dev.hpa.api.GoQuote;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The built-in functions, except {@code and} and {@code or}. */
final class Functions {

  private static final Set<String> NAMES =
      Set.of(
          "and",
          "or",
          "not",
          "len",
          "index",
          "slice",
          "print",
          "printf",
          "println",
          "html",
          "urlquery",
          "js",
          "call",
          "eq",
          "ne",
          "lt",
          "le",
          "gt",
          "ge");

  private Functions() {}

  static boolean isOne(String name) {
    return NAMES.contains(name);
  }

  /**
   * Calls a function.
   *
   * @throws TemplateException if an argument does not fit
   */
  static @Nullable Object call(String name, List<@Nullable Object> arguments) {
    return switch (name) {
      case "not" -> !isTrue(one(name, arguments));
      case "len" -> length(one(name, arguments));
      case "index" -> index(arguments);
      case "slice" -> slice(arguments);
      case "print" -> print(arguments);
      case "println" ->
          arguments.stream().map(Functions::text).collect(Collectors.joining(" ")) + "\n";
      case "printf" -> GoFormat.format(arguments);
      case "html" -> html(shown(arguments));
      case "js" -> js(shown(arguments));
      case "call" ->
          throw new TemplateException("error calling call: there is no function to call");
      case "urlquery" ->
          URLEncoder.encode(shown(arguments), StandardCharsets.UTF_8)
              .replace("%7E", "~")
              .replace("*", "%2A");
      case "eq" -> isEqualToAny(arguments);
      case "ne" -> !isEqualToAny(arguments);
      case "lt" -> compare(name, arguments) < 0;
      case "le" -> compare(name, arguments) <= 0;
      case "gt" -> compare(name, arguments) > 0;
      case "ge" -> compare(name, arguments) >= 0;
      default -> throw new TemplateException("function \"" + name + "\" not defined");
    };
  }

  /** Whether a condition holds: anything but a zero, an empty string, list or map, and nil. */
  static boolean isTrue(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Missing _ -> false;
      case Boolean flag -> flag;
      case String text -> !text.isEmpty();
      case Long number -> number != 0;
      case Double number -> number != 0;
      case List<?> list -> !list.isEmpty();
      case Map<?, ?> map -> !map.isEmpty();
      default -> true;
    };
  }

  /** A value as Go prints it. */
  static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "<nil>";
      case Missing _ -> "<no value>";
      case String text -> text;
      case Double number -> GoFormat.shortest(number);
      case List<?> list ->
          list.stream().map(Functions::text).collect(Collectors.joining(" ", "[", "]"));
      case Map<?, ?> map ->
          new TreeMap<>(map)
              .entrySet().stream()
                  .map(each -> each.getKey() + ":" + text(each.getValue()))
                  .collect(Collectors.joining(" ", "map[", "]"));
      default -> value.toString();
    };
  }

  /** The value of a key that a map does not have. */
  record Missing() {}

  private static @Nullable Object one(String name, List<@Nullable Object> arguments) {
    if (arguments.size() != 1) {
      throw new TemplateException(
          "wrong number of args for %s: want 1 got %d".formatted(name, arguments.size()));
    }
    return arguments.getFirst();
  }

  private static long length(@Nullable Object value) {
    return switch (value) {
      case String text -> text.getBytes(StandardCharsets.UTF_8).length;
      case List<?> list -> list.size();
      case Map<?, ?> map -> map.size();
      case null, default -> throw new TemplateException("error calling len: no length");
    };
  }

  private static @Nullable Object index(List<@Nullable Object> arguments) {
    if (arguments.isEmpty()) {
      throw new TemplateException("wrong number of args for index: want at least 1 got 0");
    }
    Object value = arguments.getFirst();
    for (Object key : arguments.subList(1, arguments.size())) {
      value = element(value, key);
    }
    return value;
  }

  private static Object element(@Nullable Object value, @Nullable Object key) {
    if (value instanceof Map<?, ?> map && key instanceof String name) {
      Object found = map.get(name);
      return found == null ? "" : found;
    }
    if (key instanceof Long position) {
      if (value instanceof List<?> list) {
        if (position < 0 || position >= list.size()) {
          throw new TemplateException("error calling index: index out of range: " + position);
        }
        return list.get(position.intValue());
      }
      if (value instanceof String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (position < 0 || position >= bytes.length) {
          throw new TemplateException("error calling index: index out of range: " + position);
        }
        return (long) (bytes[position.intValue()] & 0xFF);
      }
    }
    throw new TemplateException(
        "error calling index: cannot index %s with %s".formatted(text(value), text(key)));
  }

  private static Object slice(List<@Nullable Object> arguments) {
    if (arguments.isEmpty() || arguments.size() > 3) {
      throw new TemplateException("error calling slice: wrong number of arguments");
    }
    Object value = arguments.getFirst();
    int size =
        switch (value) {
          case List<?> list -> list.size();
          case String text -> text.getBytes(StandardCharsets.UTF_8).length;
          case null, default -> throw new TemplateException("error calling slice: not a list");
        };
    int from = arguments.size() > 1 ? position(arguments.get(1), size) : 0;
    int to = arguments.size() > 2 ? position(arguments.get(2), size) : size;
    if (from > to) {
      throw new TemplateException("error calling slice: invalid slice index");
    }
    return value instanceof List<?> list
        ? list.subList(from, to)
        : new String(
            ((String) value).getBytes(StandardCharsets.UTF_8),
            from,
            to - from,
            StandardCharsets.UTF_8);
  }

  private static int position(@Nullable Object value, int size) {
    if (value instanceof Long position && position >= 0 && position <= size) {
      return position.intValue();
    }
    throw new TemplateException("error calling slice: index out of range");
  }

  /** Spaces are added between operands when neither is a string. */
  private static String print(List<@Nullable Object> arguments) {
    StringBuilder printed = new StringBuilder();
    for (int i = 0; i < arguments.size(); i++) {
      boolean isBetweenOthers =
          i > 0
              && !(arguments.get(i) instanceof String)
              && !(arguments.get(i - 1) instanceof String);
      printed.append(isBetweenOthers ? " " : "").append(text(arguments.get(i)));
    }
    return printed.toString();
  }

  /** As {@link #print}, with another text for nil. */
  private static String shown(List<@Nullable Object> arguments) {
    List<@Nullable Object> shown = new ArrayList<>();
    arguments.forEach(each -> shown.add(each == null ? "<no value>" : each));
    return print(shown);
  }

  private static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("'", "&#39;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&#34;")
        .replace("\0", "\uFFFD");
  }

  /** Escapes what could end a string or a script, and what cannot be printed. */
  private static String js(String text) {
    StringBuilder out = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\\', '\'', '"' -> out.append('\\').appendCodePoint(c);
                case '<', '>', '&', '=' -> out.append("\\u%04X".formatted(c));
                default -> {
                  if (c < ' ' || (c > '~' && !GoQuote.isPrintable(c))) {
                    out.append("\\u%04X".formatted(c));
                  } else {
                    out.appendCodePoint(c);
                  }
                }
              }
            });
    return out.toString();
  }

  private static boolean isEqualToAny(List<@Nullable Object> arguments) {
    if (arguments.size() < 2) {
      throw new TemplateException("error calling eq: missing argument for comparison");
    }
    Object first = arguments.getFirst();
    return arguments.subList(1, arguments.size()).stream().anyMatch(each -> isEqual(first, each));
  }

  private static boolean isEqual(@Nullable Object one, @Nullable Object other) {
    if (one == null || other == null) {
      return one == null && other == null;
    }
    if (one.getClass() != other.getClass()) {
      throw new TemplateException("error calling eq: incompatible types for comparison");
    }
    if (one instanceof List || one instanceof Map) {
      throw new TemplateException("error calling eq: non-comparable type");
    }
    return one.equals(other);
  }

  private static int compare(String name, List<@Nullable Object> arguments) {
    if (arguments.size() == 2) {
      Object one = arguments.get(0);
      Object other = arguments.get(1);
      if (one instanceof String a && other instanceof String b) {
        return a.compareTo(b);
      }
      if (one instanceof Long a && other instanceof Long b) {
        return a.compareTo(b);
      }
      if (one instanceof Double a && other instanceof Double b) {
        return a.compareTo(b);
      }
    }
    throw new TemplateException("error calling " + name + ": incompatible types for comparison");
  }

  /** A string as Go quotes it. */
  static String quote(String text) {
    return GoQuote.quote(text);
  }
}
