package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CsvWriterTest {

  @Test
  void aCellThatASpreadsheetWouldExecuteIsEscaped() {
    assertEquals("'=1+1", CsvWriter.cell("=1+1"));
    assertEquals("'+1", CsvWriter.cell("+1"));
    assertEquals("'-1", CsvWriter.cell("-1"));
    assertEquals("'@SUM(A1)", CsvWriter.cell("@SUM(A1)"));
    assertEquals("\"'\t=1\"", CsvWriter.cell("\t=1"));
    assertEquals("\"'\r=1\"", CsvWriter.cell("\r=1"));
    assertEquals("\"'=a,\"\"b\"\"\"", CsvWriter.cell("=a,\"b\""));
  }

  @Test
  void otherCellsAreQuotedWhereCsvNeedsIt() {
    assertEquals("", CsvWriter.cell(""));
    assertEquals("web=1", CsvWriter.cell("web=1"));
    assertEquals("\"a b\"", CsvWriter.cell("a b"));
  }
}
