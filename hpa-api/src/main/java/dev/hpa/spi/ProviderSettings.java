package dev.hpa.spi;

import dev.hpa.api.GoDuration;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The validated values of the settings that a factory declares. One trailing line break of a value,
 * as editors append it to files, is removed, except for {@link Setting.Type#TEXT} and {@link
 * Setting.Type#STRING_MAP}. Immutable.
 *
 * <p>The accessors throw {@link IllegalArgumentException} for a setting that is not declared, has
 * another type, or has neither a value nor a default; that is a bug in the factory.
 */
public final class ProviderSettings {

  private final Map<String, Setting> declared;
  private final Map<String, String> values;

  private ProviderSettings(Map<String, Setting> declared, Map<String, String> values) {
    this.declared = declared;
    this.values = values;
  }

  /** Settings of a factory that declares none. */
  public static ProviderSettings none() {
    return new ProviderSettings(Map.of(), Map.of());
  }

  /**
   * Validates values against the declared settings.
   *
   * @param given values by setting name; entries of a {@link Setting.Type#STRING_MAP} as {@code
   *     setting.key}
   * @throws IllegalArgumentException if a value is missing, unknown or invalid; the message names
   *     the setting, the problem and the remedy
   */
  public static ProviderSettings of(List<Setting> declared, Map<String, String> given) {
    Map<String, Setting> byName = new TreeMap<>();
    declared.forEach(setting -> byName.put(setting.name(), setting));
    ProviderSettings settings = new ProviderSettings(byName, new TreeMap<>(given));
    for (String key : given.keySet()) {
      if (settings.settingOf(key) == null) {
        throw new IllegalArgumentException(
            key
                + ": unknown setting; "
                + (byName.isEmpty()
                    ? "remove it, there are no settings"
                    : "use one of " + String.join(", ", byName.keySet())));
      }
    }
    byName.values().forEach(settings::dropLineBreak);
    byName.values().forEach(settings::check);
    return settings;
  }

  /** Removes one {@code \n} or {@code \r\n}; a second one is part of the value. */
  private void dropLineBreak(Setting setting) {
    if (setting.type() != Setting.Type.TEXT && setting.type() != Setting.Type.STRING_MAP) {
      values.computeIfPresent(setting.name(), (name, value) -> withoutLineBreak(value));
    }
  }

  private static String withoutLineBreak(String value) {
    if (!value.endsWith("\n")) {
      return value;
    }
    return value.substring(0, value.length() - (value.endsWith("\r\n") ? 2 : 1));
  }

  private @Nullable Setting settingOf(String key) {
    Setting exact = declared.get(key);
    if (exact != null) {
      return exact.type() == Setting.Type.STRING_MAP ? null : exact;
    }
    int dot = key.indexOf('.');
    Setting family = dot < 1 ? null : declared.get(key.substring(0, dot));
    return family != null && family.type() == Setting.Type.STRING_MAP ? family : null;
  }

  private void check(Setting setting) {
    boolean isSet =
        setting.type() == Setting.Type.STRING_MAP
            ? !stringMap(setting.name()).isEmpty()
            : values.containsKey(setting.name());
    if (!isSet && setting.required()) {
      throw new IllegalArgumentException(
          setting.name() + ": required but not set; set it to a " + setting.type().displayName());
    }
    String value = value(setting);
    if (value == null) {
      return;
    }
    if (setting.type() == Setting.Type.SECRET && setting.required() && value.isBlank()) {
      throw new IllegalArgumentException(setting.name() + ": empty; set a secret");
    }
    switch (setting.type()) {
      case WHOLE_NUMBER -> wholeNumber(setting.name());
      case NUMBER -> number(setting.name());
      case DURATION -> duration(setting.name());
      case BOOLEAN -> isTrue(setting.name());
      case FILE -> file(setting.name());
      case URL -> url(setting.name());
      case TEXT, SECRET, STRING_MAP -> {}
    }
  }

  private @Nullable String value(Setting setting) {
    return values.getOrDefault(setting.name(), setting.defaultValue());
  }

  private @Nullable String value(String name, Setting.Type... types) {
    Setting setting = declared.get(name);
    if (setting == null || !List.of(types).contains(setting.type())) {
      throw new IllegalArgumentException(
          name + ": not declared as " + types[0].displayName() + " by the factory");
    }
    return value(setting);
  }

  private static IllegalArgumentException wrong(String name, String value, String what) {
    return new IllegalArgumentException(name + ": \"" + value + "\" is not " + what);
  }

  private static <T> T present(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + ": has neither a value nor a default");
    }
    return value;
  }

  /** Whether the setting has a value or a default. */
  public boolean has(String name) {
    Setting setting = declared.get(name);
    return setting != null && value(setting) != null;
  }

  /** The value of a {@link Setting.Type#TEXT} or {@link Setting.Type#SECRET}. */
  public String text(String name) {
    return present(name, value(name, Setting.Type.TEXT, Setting.Type.SECRET));
  }

  /** The value of a {@link Setting.Type#WHOLE_NUMBER}, in the range of a {@code long}. */
  public long wholeNumber(String name) {
    String value = present(name, value(name, Setting.Type.WHOLE_NUMBER));
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException failure) {
      throw wrong(name, value, "a whole number");
    }
  }

  /** The value of a {@link Setting.Type#NUMBER}; finite. */
  public double number(String name) {
    String value = present(name, value(name, Setting.Type.NUMBER));
    try {
      double number = Double.parseDouble(value);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException failure) {
      // Reported below, together with infinities and NaN.
    }
    throw wrong(name, value, "a number");
  }

  /** The value of a {@link Setting.Type#DURATION}; may be negative. */
  public Duration duration(String name) {
    String value = present(name, value(name, Setting.Type.DURATION));
    try {
      return GoDuration.parse(value);
    } catch (IllegalArgumentException failure) {
      throw wrong(name, value, "a duration; write it like 30s or 1m30s");
    }
  }

  /** The value of a {@link Setting.Type#BOOLEAN}. */
  public boolean isTrue(String name) {
    String value = present(name, value(name, Setting.Type.BOOLEAN));
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(name, value, "true or false");
    };
  }

  /** The value of a {@link Setting.Type#FILE}: a file that is readable now. */
  public Path file(String name) {
    String value = present(name, value(name, Setting.Type.FILE));
    Path path = Path.of(value);
    if (!Files.isReadable(path) || Files.isDirectory(path)) {
      throw wrong(name, value, "a readable file");
    }
    return path;
  }

  /** The value of a {@link Setting.Type#URL}: an absolute URL with scheme and host. */
  public URI url(String name) {
    String value = present(name, value(name, Setting.Type.URL));
    try {
      URI uri = new URI(value);
      if (uri.getScheme() != null && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException failure) {
      // Reported below, together with URLs without a host.
    }
    throw wrong(name, value, "a URL; write it like https://prometheus.monitoring:9090");
  }

  /** The entries of a {@link Setting.Type#STRING_MAP}, sorted by key; empty if there are none. */
  public Map<String, String> stringMap(String name) {
    value(name, Setting.Type.STRING_MAP);
    String prefix = name + ".";
    return values.entrySet().stream()
        .filter(each -> each.getKey().startsWith(prefix))
        .collect(
            Collectors.toMap(
                each -> each.getKey().substring(prefix.length()),
                Map.Entry::getValue,
                (a, b) -> b,
                TreeMap::new));
  }
}
