package dev.hpa.conformance.contracts;

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
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;

/** What factories of either kind say of themselves. */
final class Declarations {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

  private Declarations() {}

  static void checkName(String what, String name) {
    assertTrue(
        NAME.matcher(name).matches(),
        what + " \"" + name + "\" is not lower-case letters, digits and dashes");
  }

  static void checkSettings(List<Setting> settings) {
    Set<String> names = new HashSet<>();
    for (Setting setting : settings) {
      checkName("the name of a setting", setting.name());
      assertTrue(names.add(setting.name()), "two settings are named \"" + setting.name() + "\"");
      checkLine("the description of the setting " + setting.name(), setting.description());
      if (setting.defaultValue() != null) {
        checkDefault(setting);
      }
    }
  }

  private static void checkDefault(Setting setting) {
    assertFalse(
        setting.required(),
        "the setting " + setting.name() + " has to be given and has a default all the same");
    assertFalse(
        setting.type() == Setting.Type.STRING_MAP,
        "the setting " + setting.name() + " has a default, which a map of strings cannot have");
    try {
      ProviderSettings.of(List.of(setting), Map.of());
    } catch (IllegalArgumentException wrong) {
      Assertions.fail("the default of a setting is none: " + wrong.getMessage());
    }
  }

  /** A text for people: there, and one line. */
  static void checkLine(String what, String text) {
    assertFalse(text.isBlank(), what + " is empty");
    assertEquals(1, text.lines().count(), what + " is not one line: " + text);
  }

  static <T> void checkIsRegistered(Class<T> service, Class<? extends T> factory) {
    assertTrue(
        registered(service, factory).isPresent(),
        factory.getName() + " is not in META-INF/services/" + service.getName());
  }

  /** That making the factory as the controller does starts no thread. */
  static <T> void checkIsCheap(Class<T> service, Class<? extends T> factory) throws Exception {
    Optional<ServiceLoader.Provider<T>> found = registered(service, factory);
    assumeTrue(found.isPresent(), "the factory is not registered");
    ThreadWatch watch = new ThreadWatch();
    watch.run(found.orElseThrow()::get);
    assertEquals(List.of(), watch.running(), "the threads the factory's constructor started");
  }

  private static <T> Optional<ServiceLoader.Provider<T>> registered(
      Class<T> service, Class<? extends T> factory) {
    return ServiceLoader.load(service, factory.getClassLoader()).stream()
        .filter(each -> each.type() == factory)
        .findFirst();
  }
}
