package dev.hpa.cli;

import dev.hpa.app.cli.DecisionFlags;
import dev.hpa.cli.commands.FileSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Runs the program in this process, and records its arguments and output. */
public record Program(int status, String out, String err) {

  public static Program run(String input, String... args) {
    return run(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), args);
  }

  public static Program run(InputStream input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    InputStream oldIn = System.in;
    PrintStream oldOut = System.out;
    PrintStream oldErr = System.err;
    try {
      System.setIn(input);
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
      int status = HpaCommand.execute(args);
      return new Program(
          status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setIn(oldIn);
      System.setOut(oldOut);
      System.setErr(oldErr);
    }
  }

  /** As {@link #run}, with the options that only a file sets in a file of the folder. */
  public static Program withSettings(Path folder, List<String> args) throws IOException {
    Set<String> keys = new TreeSet<>(FileSettings.KEYS);
    new DecisionFlags().all().forEach(flag -> keys.add(flag.name()));
    List<String> kept = new ArrayList<>();
    StringBuilder file = new StringBuilder();
    for (int i = 0; i < args.size(); i++) {
      String[] parts = args.get(i).split("=", 2);
      if (parts[0].startsWith("--") && keys.contains(parts[0].substring(2))) {
        String value = parts.length > 1 ? parts[1] : args.get(++i);
        file.append(parts[0].substring(2)).append(": '").append(value).append("'\n");
      } else {
        kept.add(args.get(i));
      }
    }
    if (!file.isEmpty()) {
      Path settings = Files.createTempFile(folder, "settings", ".yaml");
      kept.add("--config=" + Files.writeString(settings, file));
    }
    return run("", kept.toArray(String[]::new));
  }

  public List<String> lines() {
    return out.lines().toList();
  }
}
