package dev.hpa.core.options;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaSpec;
import dev.hpa.core.forecast.NamespacedQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options of autoscalers from annotations. The annotation of the autoscaler takes
 * precedence over that of its namespace, and that over the default, for each key; {@code
 * spec.syncPeriodSeconds} takes precedence over all for {@link OptionKey#SYNC_PERIOD}. An invalid
 * value and an unknown key are ignored and reported; nothing is thrown. Of the annotations of an
 * object {@value #MAX_OPTIONS} are read, the first by name, and values of up to {@value
 * #MAX_LENGTH} characters, queries of up to {@value NamespacedQuery#MAX_CHARS}.
 *
 * <p>Immutable and thread-safe.
 */
public final class OptionsReader {

  /** Without defaults; autoscalers may set every key. */
  public static final OptionsReader UNRESTRICTED =
      new OptionsReader(Map.of(), Set.of(OptionKey.values()));

  /** More than the schedules and watermarks of any real autoscaler; the API allows 11,000. */
  static final int MAX_OPTIONS = 100;

  /** Of a value in characters; the thread of the watch parses all of an edited autoscaler. */
  static final int MAX_LENGTH = 256;

  private static final OptionsReader SPEC_ONLY = new OptionsReader(Map.of(), Set.of());

  private final Map<OptionName, String> defaults;
  private final Set<OptionKey> allowed;

  /**
   * @param defaults the values of autoscalers that neither they nor their namespaces set
   * @param allowed the keys that autoscalers may set; namespaces may set all
   */
  public OptionsReader(Map<OptionName, String> defaults, Set<OptionKey> allowed) {
    this.defaults = Collections.unmodifiableMap(new TreeMap<>(defaults));
    this.allowed =
        allowed.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(allowed));
  }

  /** What the spec of an autoscaler sets, whatever annotations there are. */
  public static Options ofSpec(HpaSpec spec) {
    return SPEC_ONLY.read(Map.of(), Map.of(), spec.syncPeriodSeconds());
  }

  /**
   * The options of an autoscaler.
   *
   * @param namespace the annotations of its namespace; empty if namespaces are not read
   */
  public Options read(HorizontalPodAutoscaler autoscaler, Map<String, String> namespace) {
    return read(
        autoscaler.metadata().annotationsOrEmpty(),
        namespace,
        autoscaler.spec().syncPeriodSeconds());
  }

  /**
   * The options of annotations.
   *
   * @param autoscaler the annotations of an autoscaler
   * @param namespace the annotations of its namespace; empty if namespaces are not read
   */
  public Options read(Map<String, String> autoscaler, Map<String, String> namespace) {
    return read(autoscaler, namespace, null);
  }

  private Options read(
      Map<String, String> autoscaler,
      Map<String, String> namespace,
      @Nullable Integer syncPeriodSeconds) {
    if (syncPeriodSeconds == null
        && defaults.isEmpty()
        && hasNone(autoscaler)
        && hasNone(namespace)) {
      return Options.NONE;
    }
    Map<OptionName, OptionValue> values = new TreeMap<>();
    List<String> problems = new ArrayList<>();
    defaults.forEach(
        (name, value) -> values.put(name, new OptionValue(name, value, OptionValue.Origin.FLAG)));
    add(namespace, OptionValue.Origin.NAMESPACE, Set.of(OptionKey.values()), values, problems);
    add(autoscaler, OptionValue.Origin.AUTOSCALER, allowed, values, problems);
    if (syncPeriodSeconds != null) {
      setSyncPeriod(syncPeriodSeconds, values, problems);
    }
    return new OptionsBuilder(values, problems).build();
  }

  private static void setSyncPeriod(
      int seconds, Map<OptionName, OptionValue> values, List<String> problems) {
    OptionName name = new OptionName(OptionKey.SYNC_PERIOD);
    OptionValue own = new OptionValue(name, seconds + "s", OptionValue.Origin.SPEC);
    OptionValue other = values.put(name, own);
    if (other != null && other.origin() == OptionValue.Origin.AUTOSCALER) {
      problems.add(other.described() + " has no effect; spec.syncPeriodSeconds is " + seconds);
    }
  }

  private static boolean hasNone(Map<String, String> annotations) {
    for (String key : annotations.keySet()) {
      if (key.startsWith(OptionKey.PREFIX)) {
        return false;
      }
    }
    return true;
  }

  private static void add(
      Map<String, String> annotations,
      OptionValue.Origin origin,
      Set<OptionKey> allowed,
      Map<OptionName, OptionValue> values,
      List<String> problems) {
    Map<String, String> options = new TreeMap<>();
    annotations.forEach(
        (annotation, value) -> {
          if (annotation.startsWith(OptionKey.PREFIX)) {
            options.put(annotation, value);
          }
        });
    if (options.size() > MAX_OPTIONS) {
      problems.add(
          "%d annotations %sbegin with \"%s\"; only the first %d by name are read"
              .formatted(
                  options.size(),
                  origin == OptionValue.Origin.NAMESPACE ? "of the namespace " : "",
                  OptionKey.PREFIX,
                  MAX_OPTIONS));
    }
    options.entrySet().stream()
        .limit(MAX_OPTIONS)
        .forEach(each -> add(each.getKey(), each.getValue(), origin, allowed, values, problems));
  }

  private static void add(
      String annotation,
      String value,
      OptionValue.Origin origin,
      Set<OptionKey> allowed,
      Map<OptionName, OptionValue> values,
      List<String> problems) {
    String text = annotation.substring(OptionKey.PREFIX.length());
    OptionName name = OptionName.of(text).orElse(null);
    if (name == null) {
      problems.add(named(annotation, origin) + ": " + unknown(text));
    } else if (!allowed.contains(name.key())) {
      problems.add(
          named(annotation, origin)
              + ": the key is not in --allowed-options; remove the annotation");
    } else if (value.length() > maxLength(name.key())) {
      problems.add(
          "%s: the value has %d characters, more than %d"
              .formatted(named(annotation, origin), value.length(), maxLength(name.key())));
    } else {
      values.put(name, new OptionValue(name, value.strip(), origin));
    }
  }

  private static int maxLength(OptionKey key) {
    return key == OptionKey.FORECAST_QUERY ? NamespacedQuery.MAX_CHARS : MAX_LENGTH;
  }

  private static String unknown(String text) {
    return OptionKey.of(text)
        .map(key -> "a name is missing; write \"" + key.annotation() + "\"")
        .orElse("unknown key; \"hpa options\" lists the known ones");
  }

  private static String named(String annotation, OptionValue.Origin origin) {
    return "annotation \""
        + annotation
        + "\""
        + (origin == OptionValue.Origin.NAMESPACE ? " of the namespace" : "");
  }
}
