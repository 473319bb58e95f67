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
 * The values of a factory's declared settings, checked. A line break at the end of a value, such as
 * editors leave in files, is not part of it, except in a {@link Setting.Type#TEXT} or {@link
 * Setting.Type.STRING_MAP}. Immutable; asking for a setting that was not declared, or as another
 * type, is a mistake of the factory and throws {@link IllegalArgumentException}.
 */
public final class ProviderSettings {

  private final Map<String, Setting> declared;
  private final Map<String, String> values;

  private ProviderSettings(Map<String, Setting> declared, Map<String, String> values) {
    this.declared = declared;
    this.values = values;
  }

  /** No settings. */
  public static ProviderSettings none() {
    return new ProviderSettings(Map.of(), Map.of());
  }

  /**
   * Checks what was given against what is declared.
   *
   * @param given by name; texts by name as {@code setting.name}
   * @throws IllegalArgumentException with the name of the setting, what is wrong and what would do
   */
  public static ProviderSettings of(List<Setting> declared, Map<String, String> given) {
    Map<String, Setting> byName = new TreeMap<>();
    declared.forEach(setting -> byName.put(setting.name(), setting));
    ProviderSettings settings = new ProviderSettings(byName, new TreeMap<>(given));
    for (String key : given.keySet()) {
      if (settings.settingOf(key) == null) {
        throw new IllegalArgumentException(
            key
                + ": no such setting; "
                + (byName.isEmpty()
                    ? "there are none"
                    : "known are " + String.join(", ", byName.keySet())));
      }
    }
    byName.values().forEach(settings::dropLineBreak);
    byName.values().forEach(settings::check);
    return settings;
  }

  /** One only, {@code \n} or {@code \r\n}; a second one was meant. */
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
    boolean given =
        setting.type() == Setting.Type.STRING_MAP
            ? !texts(setting.name()).isEmpty()
            : values.containsKey(setting.name());
    if (!given && setting.required()) {
      throw new IllegalArgumentException(
          setting.name() + ": has to be given, a " + setting.type().words());
    }
    String value = value(setting);
    if (value == null) {
      return;
    }
    if (setting.type() == Setting.Type.SECRET && setting.required() && value.isBlank()) {
      throw new IllegalArgumentException(setting.name() + ": is empty; give a secret");
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
          name + ": not declared as " + types[0].words() + " by the factory");
    }
    return value(setting);
  }

  private static IllegalArgumentException wrong(String name, String value, String what) {
    return new IllegalArgumentException(name + ": \"" + value + "\" is no " + what);
  }

  private static <T> T present(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + ": neither given nor with a default");
    }
    return value;
  }

  /** Whether a value was given or there is a default. */
  public boolean has(String name) {
    Setting setting = declared.get(name);
    return setting != null && value(setting) != null;
  }

  /** A text or a secret. */
  public String text(String name) {
    return present(name, value(name, Setting.Type.TEXT, Setting.Type.SECRET));
  }

  /** A whole number. */
  public long wholeNumber(String name) {
    String value = present(name, value(name, Setting.Type.WHOLE_NUMBER));
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException failure) {
      throw wrong(name, value, "whole number");
    }
  }

  /** A finite number. */
  public double number(String name) {
    String value = present(name, value(name, Setting.Type.NUMBER));
    try {
      double number = Double.parseDouble(value);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException failure) {
      // Told below, like numbers without end.
    }
    throw wrong(name, value, "number");
  }

  /** A duration. */
  public Duration duration(String name) {
    String value = present(name, value(name, Setting.Type.DURATION));
    try {
      return GoDuration.parse(value);
    } catch (IllegalArgumentException failure) {
      throw wrong(name, value, "duration; write it like 30s or 1m30s");
    }
  }

  /** Whether a switch is on. */
  public boolean isTrue(String name) {
    String value = present(name, value(name, Setting.Type.BOOLEAN));
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(name, value, "true or false");
    };
  }

  /** A file that could be read when the settings were checked. */
  public Path file(String name) {
    String value = present(name, value(name, Setting.Type.FILE));
    Path path = Path.of(value);
    if (!Files.isReadable(path) || Files.isDirectory(path)) {
      throw wrong(name, value, "file that can be read");
    }
    return path;
  }

  /** An absolute address. */
  public URI url(String name) {
    String value = present(name, value(name, Setting.Type.URL));
    try {
      URI uri = new URI(value);
      if (uri.getScheme() != null && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException failure) {
      // Told below, like addresses without a host.
    }
    throw wrong(name, value, "URL; write it like https://prometheus.monitoring:9090");
  }

  /** The texts of a setting by their names, in the order of the names; empty when none is given. */
  public Map<String, String> texts(String name) {
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
