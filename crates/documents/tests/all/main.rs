//! Documents as other programs read them: PDF by poppler, CSV by a reader of spreadsheets.

mod csv_file;
mod ofx_file;
mod pdf;
mod samples;
