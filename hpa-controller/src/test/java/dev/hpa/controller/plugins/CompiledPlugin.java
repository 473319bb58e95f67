package dev.hpa.controller.plugins;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Plug-ins made of a source text, in folders as vendors deliver them. */
public final class CompiledPlugin {

  private CompiledPlugin() {}

  /**
   * Compiles a class {@code vendor.Factory} into a plug-in.
   *
   * @return the folder of all plug-ins
   */
  public static Path in(Path folder, String name, String source) throws IOException {
    Path plugins = folder.resolve("plugins");
    Path home = Files.createDirectories(plugins.resolve(name));
    Path classes = Files.createDirectories(folder.resolve("classes-" + name));
    Path file = Files.createDirectories(folder.resolve("src-" + name)).resolve("Factory.java");
    Files.writeString(file, source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", classes.toString());
      boolean compiled =
          compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(file)).call();
      if (!compiled) {
        throw new IllegalArgumentException("the plug-in " + name + " does not compile");
      }
    }
    String service =
        source.contains("implements ScaleClientFactory")
            ? "dev.hpa.spi.ScaleClientFactory"
            : source.contains("implements Forecaster")
                ? "dev.hpa.spi.Forecaster"
                : "dev.hpa.spi.MetricProviderFactory";
    jar(home.resolve(name + ".jar"), classes, service, "vendor.Factory");
    return plugins;
  }

  static void jar(Path jar, Path classes, String service, String factory) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
      out.putNextEntry(new JarEntry("META-INF/services/" + service));
      out.write(factory.getBytes(StandardCharsets.UTF_8));
    }
  }
}
