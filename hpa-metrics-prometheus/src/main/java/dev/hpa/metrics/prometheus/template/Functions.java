package dev.hpa.metrics.prometheus.template;

import dev.hpa.metrics.prometheus.template.Template.Typed;
import dev.hpa.metrics.prometheus.template.Template.Value;
import java.util.List;
import java.util.Map;

/** The functions of templates. Those of Go convert values of other types; these refuse them. */
final class Functions {

  private Functions() {}

  /**
   * A call of a function.
   *
   * @throws TemplateException if the function or an argument is not supported
   */
  static Typed call(String name, List<Typed> arguments) {
    return switch (name) {
      case "index" -> index(arguments);
      case "eq", "ne" -> comparison(name, arguments);
      default -> throw TemplateException.unsupported("function", name, "use index, eq or ne");
    };
  }

  private static Typed index(List<Typed> arguments) {
    if (arguments.size() == 2) {
      Value of = arguments.getFirst().value();
      Value key = arguments.getLast().value();
      List<Template.Type> types = arguments.stream().map(Typed::type).toList();
      if (types.equals(List.of(Template.Type.MAP, Template.Type.TEXT))) {
        return new Typed(Template.Type.TEXT, at -> of((Map<?, ?>) of.of(at), key.of(at)));
      }
      if (types.equals(List.of(Template.Type.LIST, Template.Type.NUMBER))) {
        return new Typed(Template.Type.TEXT, at -> of((List<?>) of.of(at), (Integer) key.of(at)));
      }
    }
    throw new TemplateException(
        "function \"index\": the arguments are not supported; give a map and a text, or a list and"
            + " a number");
  }

  private static Object of(Map<?, ?> map, Object key) {
    Object found = map.get(key);
    return found == null ? "" : found;
  }

  private static Object of(List<?> list, int place) {
    if (place >= list.size()) {
      throw new TemplateException(
          "function \"index\": %d is out of range; the list has %d values"
              .formatted(place, list.size()));
    }
    return list.get(place);
  }

  /** Whether the first argument equals one of the others. */
  private static Typed comparison(String name, List<Typed> arguments) {
    boolean isEqual = name.equals("eq");
    boolean fits = isEqual ? arguments.size() > 1 : arguments.size() == 2;
    if (!fits || arguments.stream().map(Typed::type).distinct().count() > 1) {
      throw new TemplateException(
          "function \"%s\": the arguments are not supported; compare two values of one type"
              .formatted(name));
    }
    if (!arguments.getFirst().type().isScalar()) {
      throw new TemplateException(
          "function \"%s\": a list or map is not supported; use index".formatted(name));
    }
    List<Value> values = arguments.stream().map(Typed::value).toList();
    return new Typed(
        Template.Type.TRUTH,
        at -> {
          Object first = values.getFirst().of(at);
          return isEqual
              == values.subList(1, values.size()).stream()
                  .anyMatch(other -> other.of(at).equals(first));
        });
  }
}
