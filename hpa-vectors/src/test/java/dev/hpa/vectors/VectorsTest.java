package dev.hpa.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorsTest {

  private static final Path MODULE =
      Path.of(System.getProperty("hpa.root", "..")).resolve("hpa-vectors");

  private static final String TEXT = "exchanges/kcm-help.txt";

  @TempDir private Path folder = Path.of("unset");

  private static List<String> names() {
    try (Stream<String> names = Vectors.bundled().lines("index.txt")) {
      return names.toList();
    }
  }

  @Test
  void indexListsEveryFile() throws IOException {
    Path resources = MODULE.resolve("src/main/resources/dev/hpa/vectors");
    try (Stream<Path> files = Files.walk(resources)) {
      assertEquals(
          files
              .filter(Files::isRegularFile)
              .map(each -> resources.relativize(each).toString().replaceFirst("\\.gz$", ""))
              .filter(each -> !each.equals("index.txt"))
              .sorted()
              .toList(),
          names());
    }
  }

  /** The table of files in the README has the number of lines of each. */
  @Test
  void readmeCountsTheLines() throws IOException {
    Map<String, Integer> documented = new TreeMap<>();
    Matcher row =
        Pattern.compile("(?m)^\\| `([^`]+\\.ndjson)` \\| ([0-9,]+) \\|")
            .matcher(Files.readString(MODULE.resolve("README.md")));
    while (row.find()) {
      documented.put(row.group(1), Integer.parseInt(row.group(2).replace(",", "")));
    }
    Map<String, Integer> counted = new TreeMap<>();
    for (String name : names()) {
      if (name.endsWith(".ndjson")) {
        try (Stream<String> lines = Vectors.bundled().lines(name)) {
          counted.put(name, Math.toIntExact(lines.count()));
        }
      }
    }
    assertEquals(counted, documented);
  }

  @Test
  void filesAreReadCompressedAndPlain() throws IOException {
    Files.createDirectories(folder.resolve("api"));
    Files.writeString(folder.resolve("api/a.ndjson"), "1\n2\n");
    try (var gzip =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("api/b.ndjson.gz")))) {
      gzip.write("3\n".getBytes(StandardCharsets.UTF_8));
    }
    Vectors vectors = Vectors.in(folder);
    assertEquals(List.of("api/a.ndjson", "api/b.ndjson"), vectors.files("api"));
    List<String> lines = new ArrayList<>();
    for (String file : vectors.files("api")) {
      try (Stream<String> each = vectors.lines(file)) {
        each.forEach(lines::add);
      }
    }
    assertEquals(List.of("1", "2", "3"), lines);
    assertEquals(Vectors.bundled().files("misc"), vectors.files("misc"));
    assertEquals(Vectors.bundled().text(TEXT), vectors.text(TEXT));
  }

  @Test
  void missingFilesAreErrors() {
    assertEquals(
        "vectors \"api/none.ndjson\": not packaged with hpa-vectors; see its README for the names",
        assertThrows(IllegalStateException.class, () -> Vectors.bundled().open("api/none.ndjson"))
            .getMessage());
    assertEquals(
        "vectors \"none\": not packaged with hpa-vectors; see its README for the names",
        assertThrows(IllegalStateException.class, () -> Vectors.in(folder).files("none"))
            .getMessage());
    Path none = folder.resolve("none");
    assertTrue(
        String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> Vectors.in(none)).getMessage())
            .endsWith("not a folder; unpack the full set there"));
  }
}
