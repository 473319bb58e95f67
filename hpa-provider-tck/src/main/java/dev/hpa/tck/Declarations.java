package dev.hpa.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hpa.spi.ProviderSettings;
import dev.hpa.spi.Setting;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;

/** Checks of the declarations that both kinds of factories share. */
final class Declarations {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern MISSING = Pattern.compile("Provider (\\S+) not found");

  /** Settings that the controller adds, and refuses in a plug-in. */
  private static final Set<String> OF_ALL_PROVIDERS = Set.of("deadline", "concurrency");

  private Declarations() {}

  static void checkName(String what, String name) {
    assertTrue(
        NAME.matcher(name).matches(),
        what + " \"" + name + "\": invalid; use lower-case letters, digits and dashes");
  }

  static void checkSettings(List<Setting> settings) {
    Set<String> names = new HashSet<>();
    for (Setting setting : settings) {
      checkName("setting", setting.name());
      assertFalse(
          OF_ALL_PROVIDERS.contains(setting.name()),
          "setting \"" + setting.name() + "\": every provider has it; use another name");
      assertTrue(names.add(setting.name()), "setting \"" + setting.name() + "\": declared twice");
      checkLine("description of the setting \"" + setting.name() + "\"", setting.description());
      if (setting.defaultValue() != null) {
        checkDefault(setting);
      }
    }
  }

  private static void checkDefault(Setting setting) {
    assertFalse(
        setting.required(),
        "setting \"" + setting.name() + "\": required, but has a default; remove one of them");
    assertFalse(
        setting.type() == Setting.Type.STRING_MAP,
        "setting \"" + setting.name() + "\": a STRING_MAP cannot have a default; remove it");
    try {
      ProviderSettings.of(List.of(setting), Map.of());
    } catch (IllegalArgumentException invalid) {
      Assertions.fail("invalid default of a setting: " + invalid.getMessage());
    }
  }

  /** Checks that a text is one line and not blank. */
  static void checkLine(String what, String text) {
    assertFalse(text.isBlank(), what + " is empty");
    assertEquals(1, text.lines().count(), what + " is not one line: " + text);
  }

  static <T> void checkIsRegistered(Class<T> service, Class<? extends T> factory) {
    try {
      assertTrue(
          registered(service, factory).isPresent(),
          "factory \"%s\": not registered; add it to META-INF/services/%s"
              .formatted(factory.getName(), service.getName()));
    } catch (ServiceConfigurationError invalid) {
      // Its text begins with the name of the service.
      Assertions.fail(
          "META-INF/services/"
              + MISSING
                  .matcher(String.valueOf(invalid.getMessage()))
                  .replaceFirst("names $1, which does not exist")
              + "; name the factory, and remove old copies of the file with \"mvn clean\"");
    }
  }

  /** Checks that loading the factory starts no thread. */
  static <T> void checkIsCheap(Class<T> service, Class<? extends T> factory) throws Exception {
    Optional<ServiceLoader.Provider<T>> found;
    try {
      found = registered(service, factory);
    } catch (ServiceConfigurationError invalid) {
      found = Optional.empty(); // checkIsRegistered reports it
    }
    assumeTrue(found.isPresent(), "the factory is not registered");
    ThreadLeakDetector watch = new ThreadLeakDetector();
    watch.run(found.orElseThrow()::get);
    assertEquals(List.of(), watch.running(), "threads that the constructor of the factory started");
  }

  private static <T> Optional<ServiceLoader.Provider<T>> registered(
      Class<T> service, Class<? extends T> factory) {
    return ServiceLoader.load(service, factory.getClassLoader()).stream()
        .filter(each -> each.type() == factory)
        .findFirst();
  }
}
