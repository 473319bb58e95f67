package dev.hpa.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The compiler of TypeScript finds no error in the scripts of the page. */
class PageTypesTest {

  private static final String COMPILER = "/META-INF/resources/webjars/typescript/";

  private static final List<String> OPTIONS =
      List.of(
          "--noEmit",
          "--allowJs",
          "--checkJs",
          "--strict",
          "--target",
          "es2022",
          "--module",
          "es2022",
          "--moduleResolution",
          "bundler",
          "--lib",
          "es2023,dom,dom.iterable");

  @TempDir private Path folder;

  private static Optional<Path> node() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(each -> Path.of(each, "node"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Test
  void scriptsHaveNoTypeErrors() throws Exception {
    assumeTrue(node().isPresent(), "Node.js is not installed");
    assertEquals("", compile(scripts()));
  }

  @Test
  void aTypeErrorIsFound() throws Exception {
    assumeTrue(node().isPresent(), "Node.js is not installed");
    Path wrong = folder.resolve("wrong.js");
    Files.writeString(wrong, "// @ts-check\n/** @type {number} */\nexport const text = 'a';\n");
    assertEquals(true, compile(List.of(wrong)).contains("error TS2322"));
  }

  private static List<Path> scripts() throws IOException {
    try (Stream<Path> files =
        Files.list(
            Path.of(
                System.getProperty("hpa.root"),
                "hpa-controller/src/main/resources/dev/hpa/dashboard/page"))) {
      return files.filter(each -> each.toString().endsWith(".js")).sorted().toList();
    }
  }

  private String compile(List<Path> scripts) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(node().orElseThrow().toString());
    command.add(unpacked().toString());
    command.addAll(OPTIONS);
    scripts.forEach(each -> command.add(each.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(output.isEmpty() ? 0 : 2, process.waitFor(), output);
    return output;
  }

  /** Unpacks the compiler and its libraries. */
  private Path unpacked() throws IOException {
    URL properties =
        PageTypesTest.class.getResource(
            "/META-INF/maven/org.webjars.npm/typescript/pom.properties");
    assumeTrue(properties != null, "the compiler is not on the class path");
    try (JarFile jar = ((JarURLConnection) properties.openConnection()).getJarFile()) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        int lib = entry.getName().indexOf("/lib/");
        if (("/" + entry.getName()).startsWith(COMPILER) && lib > 0 && !entry.isDirectory()) {
          Path file = folder.resolve("typescript" + entry.getName().substring(lib));
          Files.createDirectories(file.getParent());
          try (InputStream in = jar.getInputStream(entry)) {
            Files.copy(in, file);
          }
        }
      }
    }
    return folder.resolve("typescript/lib/tsc.js");
  }
}
