package dev.hpa.controller.plugins;

import dev.hpa.api.ImmutableCopies;
import dev.hpa.api.time.Timeline;
import dev.hpa.spi.Forecaster;
import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.Setting;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the factories of one class loader and reads their declarations. Each constructor and method
 * of a factory that is not built in is called through {@link PluginCall}.
 */
final class Discovery {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
  private static final Pattern MISSING = Pattern.compile("^Provider (\\S+) not found$");
  private static final String OURS = "dev.hpa.";

  private final Timeline timeline;
  private final ClassLoader loader;
  private final @Nullable String folder;
  private final String where;

  /**
   * @param folder the folder of the plug-in; null for the class path
   */
  Discovery(Timeline timeline, ClassLoader loader, @Nullable String folder) {
    this.timeline = timeline;
    this.loader = loader;
    this.folder = folder;
    this.where = folder == null ? "class path" : "plug-in " + folder;
  }

  List<DiscoveredPlugin<MetricProviderFactory>> metrics() {
    return found(
        MetricProviderFactory.class,
        (factory, call) ->
            new DiscoveredPlugin<>(
                factory,
                name(call, factory::name),
                call.origin(),
                kinds(call, factory),
                Set.of(),
                settings(call, factory::settings)));
  }

  List<DiscoveredPlugin<ScaleClientFactory>> scales() {
    return found(
        ScaleClientFactory.class,
        (factory, call) ->
            new DiscoveredPlugin<>(
                factory,
                name(call, factory::name),
                call.origin(),
                Set.of(),
                call.declared("groups()", () -> copy(factory.groups())),
                settings(call, factory::settings)));
  }

  List<DiscoveredPlugin<Forecaster>> forecasters() {
    return found(
        Forecaster.class,
        (forecaster, call) ->
            new DiscoveredPlugin<>(
                forecaster,
                name(call, forecaster::name),
                call.origin(),
                Set.of(),
                Set.of(),
                List.of()));
  }

  /** Reads the declarations of a factory. */
  private interface Reading<F> {
    DiscoveredPlugin<F> read(F factory, Calls calls);
  }

  private <F> List<DiscoveredPlugin<F>> found(Class<F> service, Reading<F> reading) {
    List<DiscoveredPlugin<F>> found = new ArrayList<>();
    for (ServiceLoader.Provider<F> provider : providers(service)) {
      Calls calls = new Calls(provider.type());
      F factory = calls.declared("its constructor", () -> instance(provider));
      found.add(reading.read(factory, calls));
    }
    return found;
  }

  private <F> List<ServiceLoader.Provider<F>> providers(Class<F> service) {
    try {
      return ServiceLoader.load(service, loader).stream().toList();
    } catch (ServiceConfigurationError failure) {
      throw new PluginException(where + ": " + problem(service, failure), failure);
    } catch (RuntimeException | LinkageError failure) {
      throw new PluginException(where + ": " + CallFailure.textOf(failure), failure);
    }
  }

  /** What is wrong with a service file, or with the class that it names. */
  private static String problem(Class<?> service, ServiceConfigurationError failure) {
    if (failure.getCause() instanceof NoSuchMethodException constructor) {
      return String.valueOf(constructor.getMessage()).replace(".<init>()", "")
          + " is not a public class with a public constructor without arguments; make both public";
    }
    String text = CallFailure.textOf(failure).replaceFirst("^" + service.getName() + ": ", "");
    return "META-INF/services/"
        + service.getName()
        + ": "
        + MISSING.matcher(text).replaceFirst("names $1, which does not exist");
  }

  /** Creates a factory; unwraps exceptions of its constructor for messages. */
  private static <F> F instance(ServiceLoader.Provider<F> provider) {
    try {
      return provider.get();
    } catch (ServiceConfigurationError | ExceptionInInitializerError wrapped) {
      Throwable cause = wrapped;
      while (cause.getCause() != null
          && (cause instanceof ServiceConfigurationError
              || cause instanceof ExceptionInInitializerError)) {
        cause = cause.getCause();
      }
      throw new IllegalStateException(CallFailure.textOf(cause), cause);
    }
  }

  /** Copies within the call of the plug-in, because its collections execute its code. */
  @SuppressWarnings("NullAway") // A plug-in may return null, which the caller reports.
  private static <T> Set<T> copy(@Nullable Set<T> declared) {
    return declared == null ? null : ImmutableCopies.set(declared);
  }

  @SuppressWarnings("NullAway")
  private static <T> List<T> copy(@Nullable List<T> declared) {
    return declared == null ? null : List.copyOf(declared);
  }

  private String name(Calls calls, Supplier<String> name) {
    return checked(calls.declared("name()", name), where);
  }

  private static Set<MetricQuery.Kind> kinds(Calls calls, MetricProviderFactory factory) {
    return checkedKinds(calls.declared("kinds()", () -> copy(factory.kinds())), calls.what + ":");
  }

  private List<Setting> settings(Calls calls, Supplier<List<Setting>> settings) {
    return checkedSettings(calls.declared("settings()", () -> copy(settings.get())), where);
  }

  /**
   * The kinds of a factory.
   *
   * @throws PluginException if there are none
   */
  static Set<MetricQuery.Kind> checkedKinds(Set<MetricQuery.Kind> given, String factory) {
    if (given.isEmpty()) {
      throw new PluginException(
          factory + " kinds() returned none; return the kinds of metrics that it serves");
    }
    return given;
  }

  /**
   * The settings of a factory.
   *
   * @throws PluginException if the name of one is invalid
   */
  static List<Setting> checkedSettings(List<Setting> given, String where) {
    for (Setting each : given) {
      if (!NAME.matcher(each.name()).matches()) {
        throw new PluginException(
            where
                + ": the name \""
                + each.name()
                + "\" of a setting is invalid; use letters a-z, digits and dashes");
      }
    }
    return given;
  }

  /**
   * The name of a factory.
   *
   * @throws PluginException if it is invalid
   */
  static String checked(String given, String where) {
    if (!NAME.matcher(given).matches()) {
      throw new PluginException(
          where + ": the name \"" + given + "\" is invalid; use letters a-z, digits and dashes");
    }
    return given;
  }

  /** The calls of one factory. */
  private final class Calls {
    private final String what;
    private final boolean isBuiltIn;

    Calls(Class<?> factory) {
      this.what = where + ": " + factory.getName() + jar(factory);
      this.isBuiltIn = folder == null && factory.getName().startsWith(OURS);
    }

    String origin() {
      if (folder != null) {
        return folder;
      }
      return isBuiltIn ? DiscoveredPlugin.BUILT_IN : DiscoveredPlugin.CLASS_PATH;
    }

    <T> T declared(String call, Supplier<T> declaration) {
      return isBuiltIn ? declaration.get() : PluginCall.declared(what, call, timeline, declaration);
    }
  }

  /** The jar of a class, for messages. */
  private static String jar(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL place = source == null ? null : source.getLocation();
    String path = place == null ? "" : place.getPath();
    return path.endsWith(".jar") ? " in " + path.substring(path.lastIndexOf('/') + 1) : "";
  }
}
