package dev.hpa.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

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

  public List<String> lines() {
    return out.lines().toList();
  }
}
