package dev.hpa.controller.plugins;

import dev.hpa.spi.MetricProviderFactory;
import dev.hpa.spi.ScaleClientFactory;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All factories there are: ours, those of jars on the class path, and those of plug-in folders. The
 * class loaders of plug-ins live as long as the program.
 */
public final class Catalog {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
  private static final String OURS = "dev.hpa.";

  private final List<Found<MetricProviderFactory>> metrics = new ArrayList<>();
  private final List<Found<ScaleClientFactory>> scales = new ArrayList<>();

  private Catalog() {}

  /**
   * Looks around.
   *
   * @param pluginDir each of its subfolders holds the jars of one plug-in; null for none
   * @throws PluginException when something that should be a plug-in is none, or two have one name
   */
  public static Catalog discover(@Nullable Path pluginDir) {
    Catalog catalog = new Catalog();
    catalog.add(Catalog.class.getClassLoader(), null);
    if (pluginDir != null) {
      SpiLoader shared = new SpiLoader(Catalog.class.getClassLoader());
      folders(pluginDir).forEach(folder -> catalog.addPlugin(folder, shared));
    }
    requireDistinct(catalog.metrics);
    requireDistinct(catalog.scales);
    return catalog;
  }

  /** The factories of metric providers, in the order they were found. */
  public List<Found<MetricProviderFactory>> metrics() {
    return List.copyOf(metrics);
  }

  /** The factories of scale clients, in the order they were found. */
  public List<Found<ScaleClientFactory>> scales() {
    return List.copyOf(scales);
  }

  private static List<Path> folders(Path pluginDir) {
    try (Stream<Path> entries = Files.list(pluginDir)) {
      List<Path> sorted = entries.sorted().toList();
      refuseJars(pluginDir, sorted);
      return sorted.stream().filter(Files::isDirectory).toList();
    } catch (IOException failure) {
      throw new PluginException(
          "--plugin-dir " + pluginDir + ": is no folder that can be read", failure);
    }
  }

  private static void refuseJars(Path pluginDir, List<Path> entries) {
    for (Path entry : entries) {
      if (entry.toString().endsWith(".jar") && Files.isRegularFile(entry)) {
        throw new PluginException(
            "--plugin-dir \""
                + pluginDir
                + "\": holds the jar \""
                + entry.getFileName()
                + "\" itself; give a folder whose subfolders each hold the jars of one plug-in");
      }
    }
  }

  private void addPlugin(Path folder, SpiLoader shared) {
    URLClassLoader loader =
        new URLClassLoader(String.valueOf(folder.getFileName()), jars(folder), shared);
    int before = metrics.size() + scales.size();
    add(loader, folder.toString());
    if (metrics.size() + scales.size() == before) {
      throw new PluginException(
          "plug-in "
              + folder
              + ": no provider in it; its jar names one in META-INF/services/"
              + MetricProviderFactory.class.getName()
              + " or "
              + ScaleClientFactory.class.getSimpleName());
    }
  }

  private static URL[] jars(Path folder) {
    try (Stream<Path> entries = Files.walk(folder, 2)) {
      URL[] jars =
          entries
              .filter(file -> file.toString().endsWith(".jar"))
              .sorted()
              .map(Catalog::url)
              .toArray(URL[]::new);
      if (jars.length == 0) {
        throw new PluginException("plug-in " + folder + ": no jar in it");
      }
      return jars;
    } catch (IOException failure) {
      throw new PluginException("plug-in " + folder + ": cannot be read", failure);
    }
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException failure) {
      throw new PluginException("plug-in " + file + ": cannot be read", failure);
    }
  }

  private void add(ClassLoader loader, @Nullable String origin) {
    metrics.addAll(load(MetricProviderFactory.class, MetricProviderFactory::name, loader, origin));
    scales.addAll(load(ScaleClientFactory.class, ScaleClientFactory::name, loader, origin));
  }

  private static <F> List<Found<F>> load(
      Class<F> service, Function<F, String> nameOf, ClassLoader loader, @Nullable String origin) {
    List<Found<F>> found = new ArrayList<>();
    String where = origin == null ? "class path" : "plug-in " + origin;
    try {
      Iterator<F> factories = ServiceLoader.load(service, loader).iterator();
      while (factories.hasNext()) {
        F factory = factories.next();
        found.add(
            new Found<>(factory, name(nameOf.apply(factory), where), origin(factory, origin)));
      }
    } catch (PluginException refusal) {
      throw refusal;
    } catch (ServiceConfigurationError
        | RuntimeException
        | LinkageError
        | StackOverflowError failure) {
      throw new PluginException(where + ": " + FaultText.of(failure), failure);
    }
    return found;
  }

  private static String name(String name, String where) {
    if (!NAME.matcher(name).matches()) {
      throw new PluginException(
          where + ": the name \"" + name + "\" is none; letters a-z, digits and dashes make one");
    }
    return name;
  }

  private static String origin(Object factory, @Nullable String origin) {
    if (origin != null) {
      return origin;
    }
    return factory.getClass().getName().startsWith(OURS) ? Found.BUILT_IN : Found.CLASS_PATH;
  }

  private static <F> void requireDistinct(List<Found<F>> found) {
    Map<String, Found<F>> byName = new HashMap<>();
    for (Found<F> each : found) {
      Found<F> other = byName.put(each.name(), each);
      if (other != null) {
        throw new PluginException(
            "two providers are named "
                + each.name()
                + ", one from "
                + other.origin()
                + " and one from "
                + each.origin()
                + "; remove one of them");
      }
    }
  }
}
